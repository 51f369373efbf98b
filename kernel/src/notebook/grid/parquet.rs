//! Tables as Parquet files, which Arrow, Polars, DuckDB and pandas read.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use serde_json::Number;

use super::{Grid, Heading};

impl Grid {
    /// The table as a Parquet file: a column of 64-bit floats for each column of numbers, in which
    /// a cell that is not a number is null, and a column of UTF-8 text for each other one. Numbers
    /// have all their digits.
    ///
    /// # Errors
    /// A table with two columns of one title, as Parquet names columns.
    ///
    /// # Source
    /// <https://parquet.apache.org/docs/file-format/>
    pub fn parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let repeated =
            self.titles().into_iter().enumerate().find(|(at, title)| {
                self.columns[..*at].iter().any(|earlier| earlier.title == *title)
            });
        if let Some((_, title)) = repeated {
            return Err(ParquetError::General(format!("two columns have the title `{title}`")));
        }
        let fields = self.columns.iter().map(Heading::field).collect::<Result<_, _>>()?;
        let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
        let properties = Arc::new(WriterProperties::builder().build());
        let mut file = SerializedFileWriter::new(Vec::new(), schema, properties)?;
        let mut rows = file.next_row_group()?;
        for (at, column) in self.columns.iter().enumerate() {
            if column.is_number {
                let numbers = self.numbers.iter().map(|row| row[at].as_ref());
                write_numbers(&mut rows, numbers)?;
            } else {
                write_texts(&mut rows, self.rows.iter().map(|row| row[at].as_str()))?;
            }
        }
        rows.close()?;
        file.into_inner()
    }
}

impl Heading {
    fn field(&self) -> Result<TypePtr, ParquetError> {
        let (physical, repetition, logical) = if self.is_number {
            (Physical::DOUBLE, Repetition::OPTIONAL, None)
        } else {
            (Physical::BYTE_ARRAY, Repetition::REQUIRED, Some(LogicalType::String))
        };
        let field = Type::primitive_type_builder(&self.title, physical);
        field.with_repetition(repetition).with_logical_type(logical).build().map(Arc::new)
    }
}

type Rows<'w> = SerializedRowGroupWriter<'w, Vec<u8>>;

fn write_numbers<'c>(
    rows: &mut Rows<'_>,
    cells: impl Iterator<Item = Option<&'c Number>>,
) -> Result<(), ParquetError> {
    let numbers: Vec<Option<f64>> = cells.map(|number| number.and_then(Number::as_f64)).collect();
    let defined: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
    let values: Vec<f64> = numbers.into_iter().flatten().collect();
    let Some(mut column) = rows.next_column()? else { return Ok(()) };
    column.typed::<DoubleType>().write_batch(&values, Some(&defined), None)?;
    column.close()
}

fn write_texts<'c>(
    rows: &mut Rows<'_>,
    cells: impl Iterator<Item = &'c str>,
) -> Result<(), ParquetError> {
    let values: Vec<ByteArray> = cells.map(ByteArray::from).collect();
    let Some(mut column) = rows.next_column()? else { return Ok(()) };
    column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::super::Cell;
    use super::*;
    use crate::view::number;

    fn read(grid: &Grid) -> SerializedFileReader<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&grid.parquet().unwrap()).unwrap();
        SerializedFileReader::new(file).unwrap()
    }

    #[test]
    fn a_table_reads_back_from_parquet_with_its_types() {
        let mut grid = Grid::new(["statement", "#load"]);
        let load = Cell::number(0.501, number::score);
        for (statement, load) in [("Shops, “all” of them, lose.", load), ("", "?".into())] {
            grid.push([statement.into(), load]);
        }
        let file = read(&grid);
        let rows = file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string());
        assert_eq!(
            rows.collect::<Vec<_>>(),
            [
                "{statement: \"Shops, “all” of them, lose.\", load: 0.501}",
                "{statement: \"\", load: null}"
            ]
        );
        assert_eq!(
            grid.parquet().unwrap(),
            grid.parquet().unwrap(),
            "the same table, the same bytes"
        );
    }

    #[test]
    fn an_empty_table_has_its_columns_and_equal_titles_are_refused() {
        let file = read(&Grid::new(["a", "#b"]));
        assert_eq!(file.metadata().file_metadata().schema().get_fields().len(), 2);
        assert_eq!(file.get_row_iter(None).unwrap().count(), 0);
        let message = Grid::new(["a", "a"]).parquet().unwrap_err().to_string();
        assert!(message.contains("two columns have the title `a`"), "{message}");
    }
}
