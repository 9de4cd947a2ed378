//! Tests of the JSON room, one file a subject.

mod suite;
