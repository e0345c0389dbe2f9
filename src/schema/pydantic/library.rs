//! The types of Python and Pydantic that are not written in the file.
//!
//! Deliberately absent: types whose values have no form in JSON.

use serde_json::{Value, json};

/// What is a list with items of one type.
pub(super) const LISTS: &[&str] = &[
    "List",
    "list",
    "Sequence",
    "MutableSequence",
    "Iterable",
    "Collection",
    "Deque",
    "deque",
    "Generator",
];
/// What is a list without repetitions.
pub(super) const SETS: &[&str] = &[
    "Set",
    "set",
    "FrozenSet",
    "frozenset",
    "AbstractSet",
    "MutableSet",
];
/// What maps keys to values.
pub(super) const DICTS: &[&str] = &[
    "Dict",
    "dict",
    "Mapping",
    "MutableMapping",
    "DefaultDict",
    "defaultdict",
    "OrderedDict",
];

/// The schema of a type that is only a name.
pub(super) fn plain(name: &str) -> Option<Value> {
    let format = |format: &str| json!({"format": format, "type": "string"});
    Some(match name {
        "str" | "StrictStr" | "AnyStr" => json!({"type": "string"}),
        "int" | "StrictInt" => json!({"type": "integer"}),
        "float" | "StrictFloat" | "FiniteFloat" => json!({"type": "number"}),
        "bool" | "StrictBool" => json!({"type": "boolean"}),
        "None" | "NoneType" => json!({"type": "null"}),
        "Any" | "object" | "Hashable" => json!({}),
        "Decimal" => json!({"anyOf": [{"type": "number"}, {"type": "string"}]}),
        "PositiveInt" => json!({"exclusiveMinimum": 0, "type": "integer"}),
        "NonNegativeInt" => json!({"minimum": 0, "type": "integer"}),
        "NegativeInt" => json!({"exclusiveMaximum": 0, "type": "integer"}),
        "NonPositiveInt" => json!({"maximum": 0, "type": "integer"}),
        "PositiveFloat" => json!({"exclusiveMinimum": 0, "type": "number"}),
        "NonNegativeFloat" => json!({"minimum": 0, "type": "number"}),
        "NegativeFloat" => json!({"exclusiveMaximum": 0, "type": "number"}),
        "NonPositiveFloat" => json!({"maximum": 0, "type": "number"}),
        "bytes" | "StrictBytes" => format("binary"),
        "date" | "PastDate" | "FutureDate" => format("date"),
        "datetime" | "AwareDatetime" | "NaiveDatetime" | "PastDatetime" | "FutureDatetime" => {
            format("date-time")
        }
        "time" => format("time"),
        "timedelta" => format("duration"),
        "UUID" => format("uuid"),
        "UUID1" => format("uuid1"),
        "UUID3" => format("uuid3"),
        "UUID4" => format("uuid4"),
        "UUID5" => format("uuid5"),
        "Path" | "PurePath" => format("path"),
        "FilePath" => format("file-path"),
        "DirectoryPath" => format("directory-path"),
        "EmailStr" => format("email"),
        "NameEmail" => format("name-email"),
        "IPv4Address" => format("ipv4"),
        "IPv6Address" => format("ipv6"),
        "HttpUrl" => json!({"format": "uri", "maxLength": 2083, "minLength": 1, "type": "string"}),
        "AnyUrl" | "FileUrl" => json!({"format": "uri", "minLength": 1, "type": "string"}),
        "SecretStr" => json!({"format": "password", "type": "string", "writeOnly": true}),
        "tuple" | "Tuple" => json!({"items": {}, "type": "array"}),
        _ if LISTS.contains(&name) => json!({"items": {}, "type": "array"}),
        _ if SETS.contains(&name) => json!({"items": {}, "type": "array", "uniqueItems": true}),
        _ if DICTS.contains(&name) => json!({"additionalProperties": true, "type": "object"}),
        _ => return None,
    })
}
