//! What a model named and a check has seen, as typed names.

use crate::task::Cited;
use crate::vocabulary::{AxisId, Citation, EvidenceId, StatementId};

pub(super) fn axis(id: &str) -> AxisId {
    AxisId::new(id).expect("the check has seen the axis")
}

pub(super) fn statements(excerpts: &[String]) -> Vec<StatementId> {
    let known =
        |id: &String| StatementId::new(id.as_str()).expect("the check has seen the excerpt");
    excerpts.iter().map(known).collect()
}

pub(super) fn citation(cited: &Cited) -> Citation {
    let known =
        |id: &String| EvidenceId::new(id.as_str()).expect("the check has seen the evidence");
    let evidence = cited.reference.as_ref().map(known);
    Citation { text: cited.text.clone(), evidence }
}
