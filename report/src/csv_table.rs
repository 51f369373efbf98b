//! Writes CSV.

/// A table that becomes the text of a CSV file.
pub(crate) struct CsvTable(csv::Writer<Vec<u8>>);

impl CsvTable {
    pub(crate) fn new(columns: &[&str]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.push(columns);
        table
    }

    /// Adds a row with a value for each column.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = impl AsRef<str>>) {
        for value in row {
            self.0.write_field(value.as_ref()).expect("memory can be written");
        }
        self.0.write_record(None::<&[u8]>).expect("every row has a value for each column");
    }

    pub(crate) fn finish(self) -> String {
        let bytes = self.0.into_inner().expect("memory can be written");
        String::from_utf8(bytes).expect("every value is text")
    }
}
