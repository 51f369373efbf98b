//! Stable semantics, enumerated and counted.

use super::encoding::Encoding;
use super::sat::Kind;
use super::{Count, Extensions, Framework, sat_queries};

/// Enumerates the stable extensions.
pub(super) fn extensions(framework: &Framework) -> Extensions {
    // Search alone may take much longer to find that there is none.
    let exists = sat_queries::extension(framework, Kind::Stable).is_some();
    let enumeration = exists.then(|| Encoding::stable(framework).enumeration());
    Extensions::new(enumeration.into_iter().flatten())
}

/// Counts the stable extensions.
pub(super) fn count(framework: &Framework) -> Count {
    Encoding::stable(framework).count()
}
