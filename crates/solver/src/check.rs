//! Certificates read from outside: the header must fit the position, the graph the rules.

use pnyx_game::{BoxError, InputError, RepetitionEffect};
use pnyx_proof::{CertificateFile, CheckError, Claim, Header, Listener, Shape, check_and_report};

use crate::answer::CheckReport;
use crate::error::{Error, Result, bad_input, rejected};
use crate::host::{Host, Signals};
use crate::opened::{Opened, Playable};
use crate::walk::{Walk, Walked};

/// Certificates about a position.
pub trait Check {
    fn check(&self, host: &dyn Host, file: &CertificateFile<'_>) -> Result<CheckReport>;
    /// Check a certificate, to walk through it.
    fn prove(&self, host: &dyn Host, file: &CertificateFile<'_>) -> Result<(CheckReport, Box<dyn Walk>)>;
}

impl<G: Playable> Check for Opened<G> {
    fn check(&self, host: &dyn Host, file: &CertificateFile<'_>) -> Result<CheckReport> {
        let _busy = self.busy();
        let (aimed, report) = self.trusted(self.check_and_report(host, file, None))?;
        Ok(aimed.report(&file.header, &report))
    }

    fn prove(&self, host: &dyn Host, file: &CertificateFile<'_>) -> Result<(CheckReport, Box<dyn Walk>)> {
        let _busy = self.busy();
        let mut shape = Shape::default();
        let (aimed, checked) = self.trusted(self.check_and_report(host, file, Some(&mut shape)))?;
        let report = aimed.report(&file.header, &checked);
        Ok((report, Box::new(Walked::new(aimed, self.game.clone(), shape, &checked))))
    }
}

impl<G: Playable> Opened<G> {
    /// Check a certificate about this position; returns the game as the goal judges it.
    fn check_and_report(
        &self,
        host: &dyn Host,
        file: &CertificateFile<'_>,
        listener: Option<&mut (dyn Listener<G::Position> + Send)>,
    ) -> Result<(Opened<G>, pnyx_proof::Report)> {
        let header = &file.header;
        let (aimed, goal) = self
            .goal(&header.goal)
            .and_then(|goal| self.aimed(&goal))
            .map_err(|error| rejected(error.to_string()))?;
        let effect = goal.repetition_effect(aimed.game.repetition());
        let expect = |line: &str, expected: &str, given: &str| match expected == given {
            true => Ok(()),
            false => Err(rejected(format!("{line} should be {expected}, not {}", InputError::quote(given)))),
        };
        expect("prover", &aimed.prover(goal), &header.prover)?;
        expect("options", &pnyx_games::options_to_json(&aimed.about.rules), &header.options)?;
        expect("repetition", effect_name(effect), effect_name(header.repetition))?;
        let question =
            Claim { root: &aimed.root, history: &aimed.history, goal, only_move: None, within: aimed.within };
        let mut signals = Signals::new(host);
        let checked = aimed.run(host, || {
            let poll = &mut || signals.poll();
            if aimed.recheck.is_some() {
                aimed.check_afresh((goal, None), header.verdict, file.into(), poll)?;
            }
            let listener = listener.map(|listener| listener as _);
            check_and_report(&aimed.game, &question, header.verdict, file.into(), listener, poll)
        });
        let report = checked.map_err(|error| failed(error, signals.error, "check", rejected))?;
        Ok((aimed, report))
    }

    /// What a check has established.
    fn report(&self, header: &Header, report: &pnyx_proof::Report) -> CheckReport {
        CheckReport {
            game: header.game.clone(),
            options: self.about.rules.clone(),
            position: header.position.clone(),
            goal: header.goal.clone(),
            prover: header.prover.clone(),
            repetition: effect_name(header.repetition),
            verdict: header.verdict.into(),
            nodes: report.nodes,
            shared: report.shared,
            moves_to_win: report.moves_to_win,
            plies: report.plies,
        }
    }
}

/// Why something that is checked, such as a `merge`, came to nothing.
pub(crate) fn failed(
    error: CheckError<impl Into<BoxError>>,
    signal: Option<BoxError>,
    what: &str,
    say: impl FnOnce(String) -> Error,
) -> Error {
    match error {
        CheckError::Rejected(why) => say(why),
        CheckError::Rules(why) => say(format!("rules: {why}")),
        CheckError::Game(error) => Error::Rules(error.into()),
        CheckError::Stopped => {
            signal.map_or_else(|| bad_input(format!("the {what} was broken off")), Error::Interrupted)
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
