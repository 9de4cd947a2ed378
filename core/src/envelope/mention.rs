//! What an object says of a file beside its ranges, as data: places without offsets, or that
//! are only mentioned, and checksums of whole files.
//!
//! A range has roles, one for each member, because everything that is said of it is said at
//! its place. What is here is said by the members of one object together, some of which
//! have a role of their own.

/// One thing that an object says of a file, by the names of its members, or by pointers to
/// what stands deeper in it. An empty name is none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mention {
    /// The member with the path of the file.
    pub(crate) file: &'static str,
    pub(crate) says: Says,
    /// The list whose elements say it, where it is not the object itself.
    pub(crate) each: &'static str,
    /// Whether the file is one of the tool's index, which has those of the project only.
    is_indexed: bool,
}

/// What is said.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Says {
    /// That something is there.
    Place(Spot),
    /// The checksum of the file as the tool saw it.
    Checksum(&'static str),
    /// The checksums of the file before an operation and after it.
    Change(&'static str, &'static str),
    /// A checksum of which nobody says what it is of. The file may have it.
    Unsaid(&'static str),
    /// A text of which nobody says where it is.
    Text(&'static str),
    /// A path, perhaps with line and column, of which nobody says how it is written or of
    /// which text it is.
    Located(&'static str),
}

/// A place, as far as it is said.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    /// Offsets of the first byte, and after the last one.
    pub(crate) offsets: [&'static str; 2],
    /// Whether the offsets are those of a range, which is held against the text by itself.
    pub(crate) is_range: bool,
    /// Line and column of the start, then of the end.
    pub(crate) lines: [&'static str; 4],
    pub(crate) counted: Counted,
    pub(crate) moment: Moment,
    /// Whether the tool leaves out a line that it does not know, so that a line 0 is wrong.
    /// Elsewhere a 0 says that none is known.
    pub(crate) leaves_out: bool,
}

/// How lines and columns of a place are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// As those of the ranges.
    ByConvention,
    /// Lines from 1. What ends one, and how columns count, is the affair of another tool.
    FromOne,
    /// Nobody says.
    Somehow,
}

/// Of which text a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The one that the tool saw; where it changed it, the one before.
    Seen,
    /// Where the tool changed the file, the one that it made; the one that it saw where not.
    Last,
    /// The one that the tool made, or was about to.
    Made,
    /// Another one, for this reason.
    Gone(&'static str),
}

impl Mention {
    const fn of(file: &'static str, says: Says) -> Self {
        Self {
            file,
            says,
            each: "",
            is_indexed: false,
        }
    }

    /// A place by its line and column.
    pub(crate) const fn place(
        file: &'static str,
        [line, column]: [&'static str; 2],
        counted: Counted,
    ) -> Self {
        Self::of(
            file,
            Says::Place(Spot {
                offsets: [""; 2],
                is_range: false,
                lines: [line, column, "", ""],
                counted,
                moment: Moment::Seen,
                leaves_out: false,
            }),
        )
    }

    /// The checksum of the file as the tool saw it.
    pub(crate) const fn checksum(file: &'static str, member: &'static str) -> Self {
        Self::of(file, Says::Checksum(member))
    }

    /// The checksums of a file that an operation changed.
    pub(crate) const fn change(
        file: &'static str,
        before: &'static str,
        after: &'static str,
    ) -> Self {
        Self::of(file, Says::Change(before, after))
    }

    /// A checksum of which nobody says what it is of.
    pub(crate) const fn unsaid(file: &'static str, member: &'static str) -> Self {
        Self::of(file, Says::Unsaid(member))
    }

    /// A text of which nobody says where it is.
    pub(crate) const fn text(member: &'static str) -> Self {
        Self::of("", Says::Text(member))
    }

    /// A path, perhaps with line and column, in one text.
    pub(crate) const fn located(member: &'static str) -> Self {
        Self::of("", Says::Located(member))
    }

    /// The members of an object that says it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        let [line, column, end_line, end_column] = match self.says {
            Says::Place(spot) => spot.lines,
            Says::Change(before, after) => [before, after, "", ""],
            Says::Checksum(member)
            | Says::Unsaid(member)
            | Says::Text(member)
            | Says::Located(member) => [member, "", "", ""],
        };
        let [start, end] = match self.says {
            Says::Place(spot) => spot.offsets,
            _ => [""; 2],
        };
        let own = [line, column, end_line, end_column, start, end];
        let names = if self.each.is_empty() {
            own
        } else {
            [self.each, "", "", "", "", ""]
        };
        let names = names.into_iter().filter(|name| !name.is_empty());
        names.filter_map(|name| name.trim_start_matches('/').split('/').next())
    }

    /// Whether the file is surely one that the tool was run on. What a compiler speaks of, or
    /// calls a symbol, may be anywhere, and so may places of which nobody says how they count.
    pub(crate) const fn is_of_project(&self) -> bool {
        match self.says {
            _ if self.is_indexed => true,
            Says::Checksum(_) | Says::Change(..) | Says::Unsaid(_) => true,
            Says::Place(spot) => {
                matches!(spot.counted, Counted::ByConvention) && matches!(spot.moment, Moment::Seen)
            }
            Says::Text(_) | Says::Located(_) => false,
        }
    }

    /// The same of a file of the tool's index.
    pub(crate) const fn indexed(mut self) -> Self {
        self.is_indexed = true;
        self
    }

    /// The same of each element of a list that the published schema leaves open.
    pub(crate) const fn each(mut self, list: &'static str) -> Self {
        self.each = list;
        self
    }

    /// The same place, with its end.
    pub(crate) const fn to(mut self, [line, column]: [&'static str; 2]) -> Self {
        if let Says::Place(spot) = &mut self.says {
            spot.lines = [spot.lines[0], spot.lines[1], line, column];
        }
        self
    }

    /// The same place, with its offsets.
    pub(crate) const fn bytes(mut self, offsets: [&'static str; 2]) -> Self {
        if let Says::Place(spot) = &mut self.says {
            spot.offsets = offsets;
        }
        self
    }

    /// The same place, of the range that has these offsets.
    pub(crate) const fn beside(self, offsets: [&'static str; 2]) -> Self {
        let mut place = self.bytes(offsets);
        if let Says::Place(spot) = &mut place.says {
            spot.is_range = true;
        }
        place
    }

    /// The same place, of which a line that is not known is left out.
    pub(crate) const fn left_out(mut self) -> Self {
        if let Says::Place(spot) = &mut self.says {
            spot.leaves_out = true;
        }
        self
    }

    /// The same place, in the text of another moment.
    pub(crate) const fn when(mut self, moment: Moment) -> Self {
        if let Says::Place(spot) = &mut self.says {
            spot.moment = moment;
        }
        self
    }
}
