//! Checksums as tools print them that do not name the algorithm.

use crate::checksum::{ChecksumAlgorithm, parse_checksum};
use crate::json::{Node, Value};

/// A checksum without the name of its algorithm, if it is of this one.
pub(super) fn bare(node: Node<'_>, algorithm: ChecksumAlgorithm) -> Value {
    if let Some(stated) = node.as_str()
        && parse_checksum(&stated).is_ok_and(|checksum| checksum.algorithm() == algorithm)
        && let Some((_, digits)) = stated.split_once(':')
    {
        return Value::from(digits);
    }
    node.to_value()
}
