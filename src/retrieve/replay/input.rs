//! What a replay is given, as JSON (contract.md, `replay`).
//! Never runs a stage.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::ReplayError;

/// One replay. Absent settings have the defaults of the contract.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Ranked lists to be fused, best first, in the order in which they are read.
    pub lists: Option<Vec<Vec<String>>>,
    /// The fused ranking itself, instead of `lists`.
    pub fused: Option<Vec<String>>,
    /// k of 1 / (k + rank); 60.
    pub k: Option<i64>,
    /// The left and the right chunk of each seam; what is no key here is a chunk.
    #[serde(default)]
    pub seams: Pairs<[String; 2]>,
    /// Margin m; 3.
    pub margin: Option<i64>,
    /// Slots; 5.
    pub budget: Option<i64>,
    /// A reranker's score of chunks; without it there is no reranking.
    pub rerank: Option<Pairs<f64>>,
    /// How many chunks the reranker is given; 150.
    pub rerank_n: Option<i64>,
}

impl Input {
    /// Reads the JSON of one replay.
    ///
    /// # Errors
    /// When the text is no such JSON; the message names line and column.
    pub fn read(json: &str) -> Result<Self, ReplayError> {
        serde_json::from_str(json).map_err(|error| {
            let at = format!("line {} column {}", error.line(), error.column());
            let said = error.to_string();
            let what = said.strip_suffix(&format!(" at {at}")).unwrap_or(&said);
            let unknown = what.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
            ReplayError::new(
                at,
                match unknown {
                    Some((name, _)) => format!("unknown key `{name}`; did you mean `{}`?", nearest(name)),
                    None => format!("{what}; give one JSON object with `lists` or `fused`"),
                },
            )
        })
    }
}

/// The key nearest to a misspelt one.
fn nearest(name: &str) -> &'static str {
    const KEYS: [&str; 8] = ["lists", "fused", "k", "seams", "margin", "budget", "rerank", "rerank_n"];
    let likeness = |key: &str| strsim::jaro_winkler(name, key);
    KEYS.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).unwrap_or(KEYS[0])
}

/// A JSON object in its own order, an id that stands twice included.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs<V>(
    /// Keys and values as they come.
    pub Vec<(String, V)>,
);

impl<V> Default for Pairs<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object by id")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Reader(PhantomData))
    }
}
