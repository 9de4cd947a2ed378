//! Which bytes of a sheet are meant by bytes of its JSON form.

/// A range of bytes in the JSON form, and the bytes of the sheet that it means.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) json: (u64, u64),
    pub(super) csv: (u64, u64),
}

/// A cell that became a member, seen from where its row begins: a sheet may have millions.
/// The members of a record follow each other, so that each begins behind the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    json_end: u32,
    csv: (u32, u32),
}

impl Link {
    /// Whether a range of the JSON form is inside of this one.
    pub(super) const fn holds(&self, (start, end): (u64, u64)) -> bool {
        self.json.0 <= start && end <= self.json.1
    }

    /// The bytes of that cell of this row which became the member that a range is in.
    pub(super) fn cell(&self, members: &[Member], range: (u64, u64)) -> Option<(u64, u64)> {
        // Behind the brace; the others, behind a comma.
        let mut from = self.json.0 + 1;
        members.iter().find_map(|member| {
            let (start, end) = member.csv;
            let link = Self {
                json: (from, self.json.0 + u64::from(member.json_end)),
                csv: (self.csv.0 + u64::from(start), self.csv.0 + u64::from(end)),
            };
            from = link.json.1 + 1;
            link.holds(range).then_some(link.csv)
        })
    }
}

impl Member {
    /// Of a row that begins `here`, in the JSON form and in the sheet.
    pub(super) fn of(here: (u64, u64), json_end: u64, csv: (u64, u64)) -> Self {
        let (json, row) = here;
        Self {
            json_end: within(json, json_end),
            csv: (within(row, csv.0), within(row, csv.1)),
        }
    }
}

/// How far a place in a row is from its beginning. A row of more than that gives no text
/// that can be read.
fn within(row: u64, place: u64) -> u32 {
    u32::try_from(place.saturating_sub(row)).unwrap_or(u32::MAX)
}
