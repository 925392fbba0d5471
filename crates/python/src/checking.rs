//! Certificates read from outside: the header must fit the position, the graph the rules.

use pnyx_game::{InputError, RepetitionEffect};
use pnyx_proof::{Certificate, CheckError, Question};
use pyo3::prelude::*;

use crate::errors::{RulesError, bad_input, rejected};
use crate::session::{Opened, Playable};
use crate::solution::Report;
use crate::watch::Signals;

impl<G: Playable> Opened<G> {
    /// Check a certificate about this position.
    pub fn check_certificate(&self, py: Python<'_>, certificate: &Certificate) -> PyResult<Report> {
        let header = &certificate.header;
        let (aimed, goal) =
            self.aimed(&header.goal).map_err(|error| rejected(error.value(py).to_string()))?;
        let effect = goal.repetition_effect(aimed.game.repetition());
        let expect = |line: &str, expected: &str, given: &str| match expected == given {
            true => Ok(()),
            false => Err(rejected(format!("{line} should be {expected}, not {}", InputError::quote(given)))),
        };
        expect("prover", &aimed.prover(goal), &header.prover)?;
        expect("options", &pnyx_games::options_to_json(&aimed.about.rules), &header.options)?;
        expect("repetition", effect_name(effect), effect_name(header.repetition))?;
        let question = Question { root: &aimed.root, history: &aimed.history, goal, only_move: None };
        let mut signals = Signals::new();
        let checked = aimed.run(py, || {
            pnyx_proof::check(&aimed.game, &question, header.verdict, &certificate.body, &mut || {
                signals.poll()
            })
        });
        let report = match checked {
            Ok(report) => report,
            Err(CheckError::Rejected(why)) => return Err(rejected(why)),
            Err(CheckError::Game(error)) => return Err(error.into_py()),
            Err(CheckError::Stopped) => {
                return Err(signals.error.unwrap_or_else(|| bad_input("the check was broken off")));
            }
        };
        expect("nodes", &report.nodes.to_string(), &header.nodes.to_string())?;
        Ok(Report {
            game: header.game.clone(),
            options: aimed.about.rules.clone(),
            position: header.position.clone(),
            goal: header.goal.clone(),
            prover: header.prover.clone(),
            repetition: effect_name(effect),
            verdict: match header.verdict {
                pnyx_proof::Verdict::Proven => "proven",
                pnyx_proof::Verdict::Disproven => "disproven",
            },
            nodes: report.nodes,
            shared: report.shared,
            moves_to_win: report.moves_to_win,
            plies: report.plies,
        })
    }
}

fn effect_name(effect: RepetitionEffect) -> &'static str {
    match effect {
        RepetitionEffect::Impossible => "impossible",
        RepetitionEffect::Fails => "fails",
        RepetitionEffect::Satisfies => "satisfies",
        RepetitionEffect::Illegal => "illegal",
    }
}
