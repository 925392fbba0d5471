//! Certificates read from outside: the header must fit the position, the graph the rules.

use pnyx_game::{InputError, RepetitionEffect};
use pnyx_proof::{CertificateFile, CheckError, Header, Listener, Question, Shape, check_and_tell};
use pyo3::prelude::*;

use crate::errors::{RulesError, bad_input, rejected};
use crate::session::{Opened, Playable};
use crate::solution::Report;
use crate::walking::{Walk, Walked};
use crate::watch::Signals;

impl<G: Playable> Opened<G> {
    /// Check a certificate about this position.
    pub fn check_certificate(&self, py: Python<'_>, file: &CertificateFile<'_>) -> PyResult<Report> {
        let (aimed, report) = self.check_and_tell(py, file, &mut ())?;
        Ok(aimed.report(&file.header, &report))
    }

    /// Check a certificate about this position, to walk through it.
    pub fn walk_certificate(
        &self,
        py: Python<'_>,
        file: &CertificateFile<'_>,
    ) -> PyResult<(Report, Box<dyn Walk>)> {
        let mut shape = Shape::default();
        let (aimed, checked) = self.check_and_tell(py, file, &mut shape)?;
        let report = aimed.report(&file.header, &checked);
        Ok((report, Box::new(Walked::new(aimed, self.game.clone(), shape, &checked))))
    }

    /// Check a certificate about this position; gives the game as the goal judges it.
    fn check_and_tell(
        &self,
        py: Python<'_>,
        file: &CertificateFile<'_>,
        listener: &mut (impl Listener<G::Position> + Send),
    ) -> PyResult<(Opened<G>, pnyx_proof::Report)> {
        let header = &file.header;
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
            let poll = &mut || signals.poll();
            if aimed.about.python {
                aimed.check_afresh((goal, None), header.verdict, file.into(), poll)?;
            }
            check_and_tell(&aimed.game, &question, header.verdict, file.into(), listener, poll)
        });
        let report = match checked {
            Ok(report) => report,
            Err(CheckError::Rejected(why)) => return Err(rejected(why)),
            Err(CheckError::Rules(why)) => return Err(rejected(format!("rules: {why}"))),
            Err(CheckError::Game(error)) => return Err(error.into_py()),
            Err(CheckError::Stopped) => {
                return Err(signals.error.unwrap_or_else(|| bad_input("the check was broken off")));
            }
        };
        Ok((aimed, report))
    }

    /// What a check has established, for Python.
    fn report(&self, header: &Header, report: &pnyx_proof::Report) -> Report {
        Report {
            game: header.game.clone(),
            options: self.about.rules.clone(),
            position: header.position.clone(),
            goal: header.goal.clone(),
            prover: header.prover.clone(),
            repetition: effect_name(header.repetition),
            verdict: match header.verdict {
                pnyx_proof::Verdict::Proven => "proven",
                pnyx_proof::Verdict::Disproven => "disproven",
            },
            nodes: report.nodes,
            shared: report.shared,
            moves_to_win: report.moves_to_win,
            plies: report.plies,
        }
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
