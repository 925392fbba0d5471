//! Presets: options of an algorithm and of games that belong together, by a name.

/// Options that belong together, by a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Options of the algorithm.
    pub options: &'static [(&'static str, &'static str)],
    /// What is asked when no goal is given, in games that have this goal.
    pub goal: Option<&'static str>,
    /// Options of games.
    pub game_options: &'static [(&'static str, &'static str)],
    /// The limit on nodes.
    pub nodes: Option<u64>,
}

/// How the counts of Breuker et al. 2001 were made, by the searches on graphs.
const BREUKER_2001: Preset = Preset {
    name: "breuker-2001",
    options: &[("init", "mobility")],
    goal: Some("mate"),
    game_options: &[("chess.order", "papers"), ("chess.en-passant", "always")],
    nodes: Some(500_000),
};

/// The same by the search of the tree.
const BREUKER_2001_TREE: Preset = Preset {
    options: &[("evaluation", "immediate"), ("init", "mobility"), ("recycle", "off")],
    ..BREUKER_2001
};

/// The presets of an algorithm.
#[must_use]
pub fn presets_of(algorithm: &str) -> &'static [Preset] {
    match algorithm {
        "pn" => &[BREUKER_2001_TREE],
        "pn-dag" | "pn-dcg" | "pn-bta" => &[BREUKER_2001],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::{Algorithm, REGISTER};

    #[test]
    fn the_options_of_presets_are_those_of_their_algorithms() {
        let mut presets = 0;
        for spec in REGISTER {
            for preset in presets_of(spec.name) {
                let texts = preset.options.iter().map(|(name, text)| (name.to_string(), text.to_string()));
                let read = Algorithm::read(spec.name, &texts.collect());
                assert!(matches!(read, Ok(Some(_))), "{} of {}", preset.name, spec.name);
                presets += 1;
            }
        }
        assert_eq!(presets, 4);
    }
}
