// Runs the debates of the project `lamps` into a store in a folder; the documentation of the kernel
// reads it.

#[cfg(feature = "run")]
fn store_of_lamps(folder: &std::path::Path) -> std::path::PathBuf {
    store_of(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps"), folder)
}

/// Runs the debates of a project with the manifest of `lamps`.
#[cfg(feature = "run")]
fn store_of(root: &std::path::Path, folder: &std::path::Path) -> std::path::PathBuf {
    use faultline::format::{Library, Manifest};
    use faultline::pipeline::{Cancel, Process, Offline, Options, RetryFailed, Plan, run};
    use faultline::store::{Name, Store};
    use faultline::vocabulary::{Tariff, Unlisted};

    let path = std::path::Path::new("experiments/lamps.toml");
    let manifest = Manifest::open(root, path).expect("the manifest is right");
    let (library, _) = Library::for_manifest(root, &manifest);
    let plan = Plan::new(root, manifest, &library).expect("the experiment can be planned");
    let store = Store::open_or_create(folder.join("store")).expect("a store can be made");
    let options = Options {
        offline: Offline::No, retry_failed: RetryFailed::No,
        only: Vec::new(),
        jobs: std::num::NonZeroUsize::MIN,
        tariff: Tariff { own: std::collections::BTreeMap::default(), list: None, unlisted: Unlisted::Free },
        cancel: Cancel::default(),
    };
    let process = Process { host: Name::nearest("example"), pid: std::process::id() };
    run(&plan, &store, &options, &process, &mut |_| {}).expect("the debates can be run");
    store.root().to_owned()
}

#[cfg(not(feature = "run"))]
fn store_of_lamps(folder: &std::path::Path) -> std::path::PathBuf {
    folder.to_owned()
}
