//! What the generator refuses, and how it spells what the languages spell differently.

use llm_types::envelope::shape::{Field, Presence, Role, Shape, Type};

use crate::{model, python, told, typescript};

const fn field(name: &'static str, ty: Type, presence: Presence) -> Field {
    Field {
        name,
        what: " What it is.\n",
        ty,
        presence,
        role: Role::Plain,
    }
}

const fn shape(name: &'static str, what: &'static str, fields: &'static [Field]) -> Shape {
    Shape::new(name, what, fields)
}

static PART: Shape = shape(
    "Part",
    " A part; see [`crate::span_id`].\n",
    &[field("from", Type::Count, Presence::Required)],
);

static OTHER_PART: Shape = shape("Part", " Another one of the same name.\n", &[]);

static WHOLE: Shape = shape(
    "Whole",
    " A whole.\n",
    &[
        field(
            "parts",
            Type::List(&Type::Record(&PART)),
            Presence::Required,
        ),
        field(
            "either",
            Type::List(&Type::OneOf(&[Type::Text, Type::Count])),
            Presence::Optional,
        ),
        field("gone", Type::Flag, Presence::Nullable),
        field("free", Type::Map(&Type::Any), Presence::Optional),
    ],
);

static CLASH: Shape = shape(
    "Clash",
    "",
    &[
        field("one", Type::Record(&PART), Presence::Required),
        field("two", Type::Record(&OTHER_PART), Presence::Required),
    ],
);

static NAMELESS: Shape = shape("", "", &[]);

/// In the suite and not a program of its own in CI: that would build the core once more, with
/// the features that this crate alone asks of its dependencies.
#[test]
fn the_generated_files_are_what_the_core_says() {
    if let Err(error) = crate::write(true) {
        panic!("{error:#}");
    }
}

#[test]
fn two_types_of_one_name_are_refused() {
    let refusal = model::read(&[&CLASH]).unwrap_err();
    assert_eq!(refusal.to_string(), "two types are named `Part`");
    assert!(model::read(&[&NAMELESS]).is_err());
}

#[test]
fn typescript_says_what_may_be_absent_and_what_null() {
    let text = typescript::write(&model::read(&[&WHOLE]).unwrap(), &[]);
    for line in [
        "/** A part; see `spanId`. */",
        "  from: number;",
        "  parts: Part[];",
        "  either?: (string | number)[];",
        "  gone?: boolean | null;",
        "  free?: { [key: string]: unknown };",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

/// What a documentation links to has a name in every language, and each has its own.
#[test]
fn a_link_to_what_only_rust_has_is_refused() {
    static LOST: Shape = shape("Lost", " See [`details`](Lost::details).\n", &[]);
    let refusal = told::check(&model::read(&[&LOST]).unwrap(), &[]).unwrap_err();
    let says = "`Lost`: the documentation links to `details`, which only Rust has";
    assert_eq!(refusal.to_string(), says);
    let (part, whole) = (
        model::read(&[&PART]).unwrap(),
        model::read(&[&WHOLE]).unwrap(),
    );
    assert!(told::check(&part, &[]).is_ok() && told::check(&whole, &[]).is_ok());
    assert_eq!(told::python(PART.what), "A part; see `span_id`.");
    assert_eq!(
        told::typescript(" As [`crate::normalize()`]"),
        "As `normalize`"
    );
}

#[test]
fn python_spells_its_own_words_otherwise() {
    let text = python::write(&model::read(&[&WHOLE]).unwrap(), &[]);
    for part in [
        "    from_: _Count\n",
        "from_=it if type(it := data[\"from\"]) is int and 0 <= it <= 9007199254740991 else _count(it),",
        "data[\"from\"] = self.from_\n",
        "    parts: Sequence[Part]\n",
        "parts=tuple([Part.from_dict(item) for item in _items_of(data[\"parts\"])]),",
        "    gone: bool | None = None\n",
        "gone=None if (it := data.get(\"gone\")) is None else it if type(it) is bool else _flag(it),",
        "either=None if (it := data.get(\"either\")) is None else \
         tuple([_first_of(item, (_text, _count)) for item in _items_of(it)]),",
        "{key: _free(item) for key, item in _members_of(it).items()}",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_guard_looks_at_every_member() {
    let definitions = model::read(&[&WHOLE]).unwrap();
    let text = crate::guards::write(
        &definitions,
        &["Whole"],
        &[("Either", vec!["Part", "Whole"])],
    );
    for part in [
        "isCount(value[\"from\"])",
        "isList(value[\"parts\"], (item) => isPart(item))",
        "(value[\"either\"] === undefined || isList(value[\"either\"], (item) => (isString(item) || isCount(item))))",
        "(value[\"gone\"] === undefined || (value[\"gone\"] === null || isBoolean(value[\"gone\"])))",
        "(value[\"free\"] === undefined || isMembers(value[\"free\"]))",
        "(isPart(value) && isToldAs(value, \"Part\", EitherSigns)) ||\n    \
         (isWhole(value) && isToldAs(value, \"Whole\", EitherSigns))",
        "  either: looked(isEither),\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

static COUNTED: Shape = shape(
    "Counted",
    "",
    &[
        field(
            "parts",
            Type::List(&Type::Record(&PART)),
            Presence::Required,
        ),
        Field {
            role: Role::CountOf("parts"),
            ..field("count", Type::Count, Presence::Required)
        },
        Field {
            role: Role::CountOf("parts"),
            ..field("again", Type::Count, Presence::Optional)
        },
    ],
);

static HOLDER: Shape = shape(
    "Holder",
    "",
    &[field(
        "held",
        Type::Map(&Type::Record(&COUNTED)),
        Presence::Optional,
    )],
);

#[test]
fn a_draft_may_lack_what_is_filled_in_and_nothing_else() {
    let text = crate::drafts::write(&model::read(&[&HOLDER]).unwrap(), &["Holder"]);
    assert!(
        text.contains("Filled<T> =\n  | (T extends Counted ? \"count\" : never);"),
        "{text}"
    );
    assert!(
        text.ends_with("Drafted =\n  | Holder\n  | Counted;\n"),
        "{text}"
    );
}

#[test]
fn a_draft_of_python_says_what_must_be_there_in_its_base() {
    let definitions = model::read(&[&HOLDER]).unwrap();
    let counted = definitions.iter().filter(|it| it.name == "Counted");
    let counted: Vec<_> = counted.cloned().collect();
    let text = crate::python_drafts::write(&counted, &["Counted"]).unwrap();
    assert!(
        text.contains(
            "class _CountedNeeds(TypedDict):\n    \
             parts: Sequence[PartDraft | _types.Part]\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("class CountedDraft(_CountedNeeds, total=False):\n"),
        "{text}"
    );
    assert!(text.contains("\n    count: int | None\n"), "{text}");
    // A key that is a word of Python is none of a class.
    let refusal = crate::python_drafts::write(&definitions, &["Holder"]).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "`Part.from` cannot be said in a class of Python"
    );
}
