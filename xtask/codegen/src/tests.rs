//! What the generator refuses, and how it spells what the languages spell differently.

use llm_types::envelope::shape::{Field, Presence, Role, Shape, Type};

use crate::{model, python, schema, typescript};

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
    " A part; see [`crate::whole`].\n",
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

#[test]
fn two_types_of_one_name_are_refused() {
    let refusal = model::read(&[&CLASH]).unwrap_err();
    assert_eq!(refusal.to_string(), "two types are named `Part`");
    assert!(model::read(&[&NAMELESS]).is_err());
}

#[test]
fn typescript_says_what_may_be_absent_and_what_null() {
    let text = typescript::write(&model::read(&[&WHOLE]).unwrap());
    for line in [
        "/** A part; see `whole`. */",
        "  from: number;",
        "  parts: Part[];",
        "  either?: (string | number)[];",
        "  gone?: boolean | null;",
        "  free?: { [key: string]: unknown };",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn python_spells_its_own_words_otherwise() {
    let text = python::write(&model::read(&[&WHOLE]).unwrap());
    for part in [
        "    from_: int\n",
        "from_=data[\"from\"],",
        "data[\"from\"] = self.from_\n",
        "    parts: Sequence[Part]\n",
        "parts=tuple(Part.from_dict(item) for item in data[\"parts\"]),",
        "    gone: bool | None = None\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_schema_holds_what_its_root_needs_and_no_more() {
    let definitions = model::read(&[&WHOLE]).unwrap();
    let whole = schema::write("Whole", &definitions).unwrap();
    assert!(whole.contains("\"#/$defs/Part\""));
    assert!(whole.contains("\"maximum\": 9007199254740991"));
    let part = schema::write("Part", &definitions).unwrap();
    assert!(!part.contains("$defs"));
    assert!(schema::write("Missing", &definitions).is_err());
}

#[test]
fn what_is_said_beyond_the_rust_types_is_about_members_that_exist() {
    let definitions =
        model::read(&[&llm_types::Normalized::SHAPE, &llm_types::Conversion::SHAPE]).unwrap();
    let kind = |shape: &str, field: &str| {
        definitions
            .iter()
            .find(|definition| definition.name == shape)
            .and_then(|definition| definition.fields.iter().find(|known| known.name == field))
            .map(|field| field.kind.clone())
            .unwrap()
    };
    assert!(matches!(
        kind("Normalized", "envelope"),
        model::Type::Union(_)
    ));
    assert!(matches!(
        kind("Normalized", "envelopes"),
        model::Type::Array(_)
    ));
    assert!(matches!(kind("Loss", "kind"), model::Type::Words(_)));
}
