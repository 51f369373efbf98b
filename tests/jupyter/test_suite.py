"""The public suite of Jupyter for kernels, with nothing left out."""

import unittest

import jupyter_kernel_test as suite


class Suite(suite.KernelTests):
    kernel_name = "faultline"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The suite waits 15 seconds for a cell. The first also waits for the library, which may take longer on a busy machine.
        cls.kc.execute_interactive("1", timeout=300, output_hook=lambda message: None)

    language_name = "rust"
    file_extension = ".rs"
    code_hello_world = 'println!("hello, world");'
    code_stderr = 'eprintln!("a warning");'
    completion_samples = [
        {"text": "noteb", "matches": {"notebook::"}},
        {"text": "let v: Vec<u8> = Vec::new(); v.is_em", "matches": {"is_empty()"}},
        {"text": ":ver", "matches": {":version"}},
    ]
    complete_code_samples = ["let x = 1;", "1 + 1", "fn f() {\n    1\n}", ""]
    incomplete_code_samples = ["fn f() {", "let x =", 'let s = "a', "/* a"]
    invalid_code_samples = ["fn f() }", "let let x = 1;"]
    code_page_something = "?Vec::len"
    code_generate_error = 'panic!("no");'
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": '"a".to_owned() + "b"', "result": '"ab"'},
        {"code": "vec![1, 2]", "result": "[1, 2]"},
    ]
    code_display_data = [
        {"code": '"one".show(); "two".show();', "mime": "text/html"},
    ]
    code_history_pattern = "6*7"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "Vec::len"
    code_clear_output = 'println!("a"); notebook::clear();'


class Welcome(suite.IopubWelcomeTests):
    kernel_name = "faultline"
    support_iopub_welcome = True


if __name__ == "__main__":
    unittest.main()
