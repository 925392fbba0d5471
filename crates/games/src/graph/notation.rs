//! Reading and writing graphs.
//!
//! Text: statements separated by `;` or line feeds, `#` begins a comment.
//!
//! ```text
//! root A                 # optional: the first node otherwise
//! repetition draw        # optional: draw or impossible
//! A max: B C             # max is on move and has two moves
//! B min: A D             # a cycle
//! C = win                # a leaf: win, draw or loss seen from max, or an integer
//! D = -3
//! ```
//!
//! `root`, `repetition` and `moves` (which begins a history) are no names.
//!
//! JSON: `{"root": "A", "repetition": "draw", "nodes": {"A": {"turn": "max", "moves": ["B"]}, "B": {"value": "win"}}}`.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use pnyx_game::{InputError, Player, Repetition, input_error};
use serde_json::Value as Json;

use super::{Graph, MOST_NODES, Node, Value};

const LONGEST_NAME: usize = 64;
const FORMS: &str = "'NAME max: MOVES', 'NAME min: MOVES', 'NAME = VALUE', 'root NAME' or 'repetition RULE'";

/// A graph as read, before its names are resolved.
#[derive(Default)]
struct Draft {
    root: Option<String>,
    repetition: Option<Repetition>,
    nodes: Vec<(String, DraftKind)>,
    /// The nodes by their names.
    index: HashMap<String, u32>,
}

enum DraftKind {
    Inner(Player, Vec<String>),
    Leaf(Value),
}

impl Graph {
    /// Read a graph in either notation; also gives its root.
    pub fn read(text: &str) -> Result<(Graph, u32), InputError> {
        let draft = if text.trim_start().starts_with('{') { read_json(text)? } else { read_text(text)? };
        draft.finish()
    }

    /// The graph as text on one line, with this node as its root.
    #[must_use]
    pub fn write(&self, root: u32) -> String {
        let mut text = format!("root {}; repetition {}", self.node(root).name, self.repetition.as_str());
        for node in &self.nodes {
            let _ = write!(text, "; {}", node.name);
            match node.value {
                None => {
                    text.push_str(if node.turn == Player::First { " max:" } else { " min:" });
                    for &target in &node.moves {
                        let _ = write!(text, " {}", self.node(target).name);
                    }
                }
                Some(Value::Win) => text.push_str(" = win"),
                Some(Value::Draw) => text.push_str(" = draw"),
                Some(Value::Loss) => text.push_str(" = loss"),
                Some(Value::Number(n)) => {
                    let _ = write!(text, " = {n}");
                }
            }
        }
        text
    }
}

impl Draft {
    fn add(&mut self, name: &str, kind: DraftKind) -> Result<(), String> {
        let name = valid_name(name)?;
        if self.index.insert(name.clone(), self.nodes.len() as u32).is_some() {
            return Err(format!("node {name} is defined twice"));
        }
        if self.nodes.len() == MOST_NODES {
            return Err(format!("a graph has at most {MOST_NODES} nodes"));
        }
        if let DraftKind::Inner(_, moves) = &kind {
            if moves.is_empty() {
                return Err(format!("node {name} has no moves; a leaf needs a value: {name} = draw"));
            }
            let mut seen = HashSet::new();
            if let Some(twice) = moves.iter().find(|target| !seen.insert(target.as_str())) {
                return Err(format!("node {name} has two moves to {}", InputError::quote(twice)));
            }
        }
        self.nodes.push((name, kind));
        Ok(())
    }

    fn finish(self) -> Result<(Graph, u32), InputError> {
        let find = |name: &str, whence: &str| {
            self.index.get(name).copied().ok_or_else(|| {
                input_error!("{whence} names node {}, which is not defined", InputError::quote(name))
            })
        };
        let Some((first, _)) = self.nodes.first() else {
            return Err(InputError::new(
                "the graph has no nodes; write for instance 'A max: B C; B = win; C = draw'",
            ));
        };
        let root = find(self.root.as_deref().unwrap_or(first), "root")?;
        let names: Vec<String> = self.nodes.iter().map(|(name, _)| name.clone()).collect();
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for (name, kind) in self.nodes {
            let (turn, targets, value) = match kind {
                DraftKind::Leaf(value) => (Player::First, Vec::new(), Some(value)),
                DraftKind::Inner(turn, targets) => (turn, targets, None),
            };
            let whence = format!("node {name}");
            let moves = targets.iter().map(|t| find(t, &whence)).collect::<Result<Vec<u32>, _>>()?;
            let mut sorted = moves.clone();
            sorted.sort_by_key(|&target| &names[target as usize]);
            nodes.push(Node { name, turn, moves, sorted, value });
        }
        Ok((Graph { nodes, repetition: self.repetition.unwrap_or(Repetition::Draw) }, root))
    }
}

/// The text without its comments. JSON has none.
#[must_use]
pub fn without_comments(text: &str) -> String {
    if text.trim_start().starts_with('{') {
        return text.to_string();
    }
    text.lines().map(|line| line.split('#').next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn read_text(text: &str) -> Result<Draft, InputError> {
    let mut draft = Draft::default();
    for (number, line) in without_comments(text).lines().enumerate() {
        for statement in line.split(';').map(str::trim).filter(|s| !s.is_empty()) {
            read_statement(&mut draft, statement).map_err(|(part, what)| {
                let (column, statement) = (InputError::column(line, part), InputError::quote(statement));
                input_error!("line {}, column {column}, {statement}: {what}", number + 1)
            })?;
        }
    }
    Ok(draft)
}

/// Read a statement; an error comes with the part of the statement that it is about.
fn read_statement<'a>(draft: &mut Draft, statement: &'a str) -> Result<(), (&'a str, String)> {
    let (head, rest) = statement.split_at(statement.find(char::is_whitespace).unwrap_or(statement.len()));
    let rest = rest.trim();
    match head {
        "root" if draft.root.is_some() => Err((head, "the root is given twice".into())),
        "root" => {
            draft.root = Some(valid_name(rest).map_err(|what| (rest, what))?);
            Ok(())
        }
        "repetition" if draft.repetition.is_some() => {
            Err((head, "the repetition rule is given twice".into()))
        }
        "repetition" => {
            draft.repetition = Some(read_repetition(rest).map_err(|what| (rest, what))?);
            Ok(())
        }
        name => {
            valid_name(name).map_err(|what| (name, what))?;
            let kind = if let Some(value) = rest.strip_prefix('=').map(str::trim) {
                DraftKind::Leaf(read_value(value).map_err(|what| (value, what))?)
            } else {
                let (turn, moves) = rest.split_once(':').ok_or_else(|| {
                    (rest, format!("expected {FORMS}, not {} after the name", InputError::quote(rest)))
                })?;
                let turn = read_turn(turn.trim()).map_err(|what| (turn, what))?;
                let moves =
                    moves.split_whitespace().map(|target| valid_name(target).map_err(|what| (target, what)));
                DraftKind::Inner(turn, moves.collect::<Result<_, _>>()?)
            };
            draft.add(name, kind).map_err(|what| (name, what))
        }
    }
}

fn read_json(text: &str) -> Result<Draft, InputError> {
    let json: Json = serde_json::from_str(text).map_err(|e| {
        // It counts bytes, and says so at the end of its message, where it is left out here.
        let line = text.split('\n').nth(e.line().saturating_sub(1)).unwrap_or("");
        let column = line.char_indices().filter(|(at, _)| *at < e.column()).count();
        let what = e.to_string();
        let what = what.split(" at line ").next().unwrap_or("");
        input_error!("not valid JSON (line {}, column {column}): {what}", e.line())
    })?;
    let mut draft = Draft::default();
    read_json_graph(&mut draft, &json).map_err(InputError::new)?;
    Ok(draft)
}

fn read_json_graph(draft: &mut Draft, json: &Json) -> Result<(), String> {
    let object = json.as_object().ok_or("expected a JSON object")?;
    for (key, value) in object {
        match key.as_str() {
            "root" => draft.root = Some(json_text(value, "root")?.to_string()),
            "repetition" => draft.repetition = Some(read_repetition(json_text(value, "repetition")?)?),
            "nodes" => {
                for (name, node) in value.as_object().ok_or("\"nodes\" must be an object")? {
                    let kind = read_json_node(node)
                        .map_err(|what| format!("node {}: {what}", InputError::quote(name)))?;
                    draft.add(name, kind)?;
                }
            }
            _ => {
                return Err(format!(
                    "unknown key {}; expected root, repetition, nodes",
                    InputError::quote(key)
                ));
            }
        }
    }
    Ok(())
}

fn read_json_node(node: &Json) -> Result<DraftKind, String> {
    let object = node.as_object().ok_or("expected an object")?;
    if let Some(key) = object.keys().find(|key| !["turn", "moves", "value"].contains(&key.as_str())) {
        return Err(format!("unknown key {}; expected turn and moves, or value", InputError::quote(key)));
    }
    match (object.get("value"), object.get("turn"), object.get("moves")) {
        (Some(value), None, None) => match value {
            Json::Number(n) => Ok(DraftKind::Leaf(read_value(&n.to_string())?)),
            _ => Ok(DraftKind::Leaf(read_value(json_text(value, "value")?)?)),
        },
        (None, Some(turn), Some(moves)) => {
            let turn = read_turn(json_text(turn, "turn")?)?;
            let moves = moves.as_array().ok_or("\"moves\" must be a list of names")?;
            let moves: Result<_, String> =
                moves.iter().map(|m| json_text(m, "a move").map(str::to_string)).collect();
            Ok(DraftKind::Inner(turn, moves?))
        }
        _ => Err("expected either turn and moves, or value".into()),
    }
}

fn json_text<'a>(value: &'a Json, what: &str) -> Result<&'a str, String> {
    value.as_str().ok_or_else(|| format!("{what} must be a text"))
}

fn read_turn(word: &str) -> Result<Player, String> {
    match word {
        "max" => Ok(Player::First),
        "min" => Ok(Player::Second),
        _ => Err(format!("the player on move must be max or min, not {}", InputError::quote(word))),
    }
}

fn read_repetition(word: &str) -> Result<Repetition, String> {
    match word {
        "draw" => Ok(Repetition::Draw),
        "impossible" => Ok(Repetition::Impossible),
        "illegal" => Ok(Repetition::Illegal),
        _ => Err(format!(
            "the repetition rule must be draw, impossible or illegal, not {}",
            InputError::quote(word)
        )),
    }
}

fn read_value(word: &str) -> Result<Value, String> {
    match word {
        "win" => Ok(Value::Win),
        "draw" => Ok(Value::Draw),
        "loss" => Ok(Value::Loss),
        _ => word.parse().map(Value::Number).map_err(|_| {
            format!(
                "a value must be win, draw, loss or an integer of 32 bits, not {}",
                InputError::quote(word)
            )
        }),
    }
}

fn valid_name(name: &str) -> Result<String, String> {
    let good = |c: char| c.is_ascii_alphanumeric() || "_.'+-".contains(c);
    if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(good) {
        return Err(format!(
            "a name has 1 to {LONGEST_NAME} of the letters A-Z a-z, digits or _ . ' + - and not {}",
            InputError::quote(name)
        ));
    }
    if ["root", "repetition", "moves"].contains(&name) {
        return Err(format!("'{name}' is a reserved word and cannot name a node"));
    }
    Ok(name.to_string())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use pnyx_game::{Erased, check_game};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_notations_give_the_same_graph() {
        let text = "# a comment\nA max: B C\nB min: A C; C = -3";
        let json = r#"{"nodes": {"A": {"turn": "max", "moves": ["B", "C"]},
            "B": {"turn": "min", "moves": ["A", "C"]}, "C": {"value": -3}}, "root": "A"}"#;
        let (graph, root) = Graph::read(text).unwrap();
        assert_eq!(Graph::read(json).unwrap(), (graph.clone(), root));
        assert_eq!(graph.write(root), "root A; repetition draw; A max: B C; B min: A C; C = -3");
        assert_eq!(Graph::read(&graph.write(root)).unwrap(), (graph.clone(), root));
        check_game(&Erased(Arc::new(graph)), &root.into(), 20, 20, 7, &mut || ControlFlow::Continue(()))
            .unwrap();
    }

    #[test]
    fn mistakes_are_named() {
        for (text, what) in [
            ("", "no nodes"),
            ("A max:", "no moves"),
            ("A max: B", "not defined"),
            ("A max: B B; B = win", "two moves"),
            ("A = win; A = loss", "twice"),
            ("A mix: B", "max or min"),
            ("A = 1.5", "integer"),
            ("A", "expected"),
            ("root max: A; A = win", "name"),
            ("A = win; root B", "not defined"),
            ("A = win\nrepetition never", "line 2"),
            ("A max: moves; moves = win", "reserved"),
            ("{\"nodes\": 3}", "object"),
            ("{", "JSON"),
        ] {
            let error = Graph::read(text).unwrap_err().to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", nearly in "[AB]( max:| min:| =|)( A| B| win| 1|;|\n){0,9}") {
            for text in [text, nearly] {
                if let Ok((graph, root)) = Graph::read(&text) {
                    prop_assert_eq!(Graph::read(&graph.write(root)).unwrap(), (graph, root));
                }
            }
        }
    }
}
