//! The example of `docs/guides/add-an-algorithm.md`: an algorithm that tests alone compile.

// The file finds at the root of `pnyx-search`, where it would stand, what it finds here.
use pnyx_search::*;

#[path = "../../../tests/house/example/dfs.rs"]
pub(crate) mod dfs;

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use pnyx_proof::{CertificateFile, LARGEST_BODY};

    use crate::question::Texts;
    use crate::{Alone, Answer, Question, Session, Verdict, catalogue, open};

    /// Questions with what the twin has answered, and its nodes.
    const CASES: &str = include_str!("../../../tests/house/example/dfs.tsv");

    fn never() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    fn session(game: &str, text: &str) -> Box<dyn Session> {
        open::open(game, Some(text), Texts::new()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn ask(session: &dyn Session, goal: &str, options: &[(&str, &str)]) -> Result<Answer, String> {
        let mut question = Question::new(goal, "dfs");
        question.options = options.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
        session.solve(&Alone, &question, &never()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_catalogue_shows_it() {
        let spec = catalogue::algorithms().into_iter().find(|spec| spec.name == "dfs").expect("registered");
        let options: Vec<_> = spec.options.iter().map(|option| (option.name, option.default)).collect();
        assert_eq!(options, [("depth", "100")]);
    }

    #[test]
    fn it_answers_as_its_twin_does_node_for_node() {
        let mut seen = [0; 4];
        for line in CASES.lines().skip(1) {
            let fields: Vec<_> = line.split('\t').collect();
            let [game, text, goal, depth, most, verdict, reason, nodes] = fields[..] else {
                panic!("{line}")
            };
            let session = session(game, text);
            let mut question = Question::new(goal, "dfs");
            question.options.insert("depth".into(), depth.into());
            question.limits.nodes = most.parse().ok();
            let answer = session.solve(&Alone, &question, &never()).expect(line);
            let found =
                (answer.verdict.as_str(), answer.reason.as_deref().unwrap_or(""), answer.nodes.to_string());
            assert_eq!(found, (verdict, reason, nodes.to_string()), "{line}");
            seen[["proven", "disproven", "nodes", "plies"]
                .iter()
                .position(|name| [verdict, reason].contains(name))
                .expect(line)] += 1;
            let Some(certificate) = &answer.certificate else {
                assert_eq!(answer.verdict, Verdict::Unknown, "{line}");
                continue;
            };
            let file = CertificateFile::open(&certificate.0, LARGEST_BODY).expect(line);
            assert_eq!(session.check(&Alone, &file).expect(line).verdict, answer.verdict, "{line}");
            let other = session.solve(&Alone, &Question::new(goal, "df-pn"), &never()).expect(line);
            assert_eq!(other.verdict, answer.verdict, "{line}");
        }
        assert!(seen.iter().all(|&count| count >= 5), "proven, disproven, nodes, plies: {seen:?}");
    }

    #[test]
    fn options_are_read_as_they_are_declared() {
        let board = session("tic-tac-toe", "XO./.X./..O x");
        let answer = ask(board.as_ref(), "win", &[("depth", "3")]).expect("an answer");
        assert_eq!(answer.verdict, Verdict::Proven);
        let error = |options: &[(&str, &str)]| ask(board.as_ref(), "win", options).expect_err("an error");
        assert_eq!(error(&[("deep", "3")]), "dfs has no option 'deep' (it has: depth)");
        assert_eq!(error(&[("depth", "0")]), "option depth must be a whole number from 1 to 500, not '0'");
    }

    #[test]
    fn it_refuses_games_in_which_repeating_is_illegal() {
        let graph = session("graph", "repetition illegal; A max: B; B min: A C; C = win");
        let error = ask(graph.as_ref(), "win", &[]).expect_err("an error");
        assert!(error.starts_with("dfs cannot search games"), "{error}");
    }
}
