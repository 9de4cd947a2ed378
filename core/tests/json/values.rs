//! Owned values: builders, look-ups, equality, and serde.

use llm_types::json::{Array, MAX_SERIALIZE_DEPTH, Number, Object, ReadOptions, Value, read};

fn value(text: &str) -> Value {
    read(text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value()
}

#[test]
fn values_are_built() {
    let mut object = Object::new();
    object.insert("null", ());
    object.insert("bool", true);
    object.insert("int", -5i64);
    object.insert("max", u64::MAX);
    object.insert("float", Number::from_f64(0.1));
    object.insert("text", "x");
    object.insert("list", vec![Value::from(1u8), Value::from("a")]);
    object.insert("some", Some(1u8));
    object.insert("none", None::<u8>);
    object.insert_some("absent", None::<u8>);
    object.insert_some("present", Some("p"));
    assert_eq!(
        Value::from(object).to_string(),
        r#"{"null":null,"bool":true,"int":-5,"max":18446744073709551615,"float":0.1,"text":"x","list":[1,"a"],"some":1,"none":null,"present":"p"}"#
    );
    let list: Value = ["a", "b"].into_iter().collect();
    assert_eq!(list.to_string(), r#"["a","b"]"#);
}

#[test]
fn parts_can_be_moved_out() {
    let Value::Object(object) = value(r#"{"a":[1,"x"],"b":null}"#) else {
        panic!("not an object");
    };
    let mut members = object.into_iter();
    let (key, Value::Array(array)) = members.next().unwrap() else {
        panic!("not an array");
    };
    let Some(Value::String(text)) = array.into_iter().nth(1) else {
        panic!("not a string");
    };
    assert_eq!((key.as_str(), text.as_str()), ("a", "x"));
    assert_eq!(Array::from_iter([1u8, 2]).into_vec().len(), 2);
}

#[test]
fn an_object_keeps_its_order_small_or_large() {
    for size in [0usize, 1, 31, 32, 33, 34, 100, 1000] {
        let key = |n: usize| format!("k{}", (n * 7919) % 1009);
        let mut object = Object::new();
        for n in 0..size {
            assert_eq!(object.insert(key(n), n), None);
        }
        let clone = object.clone();
        assert_eq!(object.len(), size);
        assert_eq!(object, clone);
        for n in 0..size {
            assert_eq!(object.get(&key(n)).and_then(Value::as_u64), Some(n as u64));
            assert_eq!(object.insert(key(n), n + 1), Some(Value::from(n)));
        }
        assert!(object.get("other").is_none() && !object.contains_key(""));
        assert!(object.keys().eq((0..size).map(key)));
        // Every third key goes; the rest keeps its order and can be found.
        for n in (0..size).step_by(3) {
            assert_eq!(object.remove(&key(n)), Some(Value::from(n + 1)));
            assert_eq!(object.remove(&key(n)), None);
        }
        let rest: Vec<usize> = (0..size).filter(|n| n % 3 != 0).collect();
        assert!(object.keys().eq(rest.iter().map(|&n| key(n))));
        for &n in &rest {
            assert_eq!(
                object.get(&key(n)).and_then(Value::as_u64),
                Some(n as u64 + 1)
            );
        }
        object.insert("new", true);
        object.retain(|key, _| key == "new");
        assert_eq!(object.to_string_for_test(), r#"{"new":true}"#);
    }
}

trait ToStringForTest {
    fn to_string_for_test(&self) -> String;
}

impl ToStringForTest for Object {
    fn to_string_for_test(&self) -> String {
        Value::from(self.clone()).to_string()
    }
}

#[test]
fn equality_is_that_of_members_and_tokens() {
    assert_eq!(value(r#"{"a":1,"b":[{}]}"#), value(r#"{ "b":[{}], "a":1}"#));
    assert_ne!(value(r#"{"a":1}"#), value(r#"{"a":1,"b":1}"#));
    assert_ne!(value(r#"{"a":1}"#), value(r#"{"b":1}"#));
    assert_ne!(value("[1,2]"), value("[2,1]"));
    assert_ne!(value("[[1]]"), value("[[1],1]"));
    assert_ne!(value("1"), value("1.0"));
    assert_ne!(value("0"), value("-0"));
    assert_eq!(value("\"\\u0061\""), value("\"a\""));
    assert_ne!(value("null"), value("false"));
}

#[test]
fn a_number_is_its_token() {
    for token in [
        "0",
        "-0",
        "-1",
        "10",
        "999999999999999999",
        "-99999999999999999",
        "1e5",
        "1.50",
    ] {
        let number = Number::parse(token).unwrap();
        assert_eq!(
            (number.to_string(), number.token().as_ref()),
            (token.into(), token)
        );
        assert_eq!(number, token.parse().unwrap());
    }
    assert_eq!(Number::parse("-12").unwrap(), Number::from(-12i8));
    assert_eq!(Number::parse("12").unwrap().as_i64(), Some(12));
    assert_eq!(Number::from(u64::MAX).to_string(), "18446744073709551615");
    assert_eq!(Number::from(i64::MIN).as_i64(), Some(i64::MIN));
    assert_eq!(Number::parse("1.5").unwrap().as_i64(), None);
    assert!((Number::parse("1.5").unwrap().as_f64() - 1.5).abs() < f64::EPSILON);
    for bad in ["", "-", "1.", "01", " 1", "1 ", "0x1", "NaN", "1e", "１"] {
        let error = Number::parse(bad).unwrap_err();
        assert_eq!(error.code(), "BAD_NUMBER", "{bad}");
    }
    assert_eq!(
        Number::parse("1e400").unwrap_err().code(),
        "NUMBER_OUT_OF_RANGE"
    );
}

#[test]
fn serde_writes_what_the_compact_form_says() {
    let text = r#"{"a":[null,true,-1,18446744073709551615,0.5,"x\n"],"b":{"":{}}}"#;
    assert_eq!(serde_json::to_string(&value(text)).unwrap(), text);
    let object = value(text);
    assert_eq!(
        serde_json::to_string(object.as_object().unwrap()).unwrap(),
        text
    );
    assert_eq!(
        serde_json::to_string(&Number::parse("-0").unwrap()).unwrap(),
        "-0.0"
    );
    assert_eq!(serde_json::to_string(&value("1.0")).unwrap(), "1.0");
}

#[test]
fn serde_refuses_what_would_overflow_its_stack() {
    let nested = |depth: u64| {
        let mut value = Value::Null;
        for _ in 0..depth {
            value = Value::from(vec![value]);
        }
        value
    };
    assert_eq!(nested(3).depth(), 3);
    assert!(serde_json::to_string(&nested(MAX_SERIALIZE_DEPTH)).is_ok());
    let error = serde_json::to_string(&nested(MAX_SERIALIZE_DEPTH + 1)).unwrap_err();
    assert!(error.to_string().starts_with("TOO_DEEP"), "{error}");
    assert!(serde_json::to_string(&nested(1_000_000)).is_err());
}
