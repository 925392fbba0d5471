use pnyx_game::{Erased, Objective, Place, Player, Threshold};
use pnyx_games::graph;

use super::*;
use crate::GraphWriter;

fn run(text: &str, threshold: Threshold, verdict: Verdict, body: Vec<u8>) -> Result<Report, String> {
    let (game, root): (Erased, Place) = graph::open(text).unwrap();
    let goal = Objective { prover: Player::First, threshold };
    let claim = Claim { root: &root, history: &[], goal, only_move: None, within: None };
    check(&game, &claim, verdict, &body, &mut || ControlFlow::Continue(())).map_err(|e| e.to_string())
}

/// A proof of A -> B (all of: C, A's other move D) with shared leaves.
const DIAMOND: &str = "A max: B C; B min: D E; C = loss; D max: F; E max: F; F = win";

#[test]
fn a_proof_with_a_shared_node() {
    let mut graph = GraphWriter::new();
    graph.choose(0);
    graph.new_node();
    graph.new_node();
    graph.choose(0);
    let shared = graph.new_node();
    graph.new_node();
    graph.choose(0);
    graph.link(shared);
    let report = run(DIAMOND, Threshold::Win, Verdict::Proven, graph.finish()).unwrap();
    assert_eq!(report, Report { nodes: 5, shared: 1, plies: Some(3), moves_to_win: Some(2) });
}

#[test]
fn a_chosen_loss_is_rejected() {
    let mut graph = GraphWriter::new();
    graph.choose(1);
    graph.new_node();
    let error = run(DIAMOND, Threshold::Win, Verdict::Proven, graph.finish()).unwrap_err();
    assert_eq!(error, "node 1 ends in a win of min, which does not fit the verdict (after C)");
}

#[test]
fn a_cycle_refutes_a_win_and_proves_a_draw() {
    let circle = "A max: B; B min: A";
    let body = || {
        let mut graph = GraphWriter::new();
        graph.choose(0);
        graph.new_node();
        graph.link(0);
        graph.finish()
    };
    // As a disproof, the chooser is min; the bytes are the same but for who names an index.
    let disproof = {
        let mut graph = GraphWriter::new();
        graph.new_node();
        graph.choose(0);
        graph.link(0);
        graph.finish()
    };
    assert!(run(circle, Threshold::Win, Verdict::Disproven, disproof.clone()).is_ok());
    assert!(run(circle, Threshold::Draw, Verdict::Proven, body()).is_ok());
    assert!(
        run(circle, Threshold::Win, Verdict::Proven, body()).unwrap_err().contains("must not have cycles")
    );
    assert!(run(circle, Threshold::Draw, Verdict::Disproven, disproof).unwrap_err().contains("cycles"));
    let declared = "repetition impossible; A max: B; B min: A";
    assert!(run(declared, Threshold::Draw, Verdict::Proven, body()).unwrap_err().contains("cycles"));
}

#[test]
fn hand_made_bodies_that_are_wrong() {
    let reject = |body: &[u8]| run(DIAMOND, Threshold::Win, Verdict::Proven, body.to_vec()).unwrap_err();
    assert!(reject(&[]).contains("ends too early"));
    assert!(reject(&[0, 9]).contains("chooses move 9 of only 2"));
    assert!(reject(&[0, 0]).contains("ends too early"));
    assert!(reject(&[0, 0, 1]).contains("not begun or does not exist"));
    assert!(reject(&[1, 3, 0, 1]).contains("not begun"));
    assert!(reject(&[1, 0, 0, 1]).contains("another position"));
    assert!(reject(&[2, 3, 0, 0]).contains("does not ascend"));
    assert!(reject(&[0x80, 0]).contains("shortest"));
    assert!(reject(&[2, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 1]).contains("another position"));
    assert!(reject(&[3, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]).contains("ends too early"));
    assert!(reject(&[1, 2, 0, 0, 0, 0, 0, 0, 0, 0]).contains("nothing refers"));
    assert!(reject(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 7]).contains("goes on"));
}

#[test]
fn history_counts_as_drawn() {
    let text = "A max: B C; B min: D; C = loss; D max: E; E = win";
    let (game, root) = graph::open(text).unwrap();
    let history = [3.into()]; // D was on the board before A.
    let goal = Objective { prover: Player::First, threshold: Threshold::Win };
    let claim = Claim { root: &root, history: &history, goal, only_move: None, within: None };
    let run =
        |verdict, body: Vec<u8>| check(&game, &claim, verdict, &body, &mut || ControlFlow::Continue(()));
    let proof = run(Verdict::Proven, vec![0, 0, 0, 0, 0, 0, 0]);
    assert!(matches!(proof, Err(CheckError::Rejected(why)) if why.contains("history")));
    // Disproof: both moves of A; after B the refuter moves to D, a repetition.
    assert_eq!(run(Verdict::Disproven, vec![0, 0, 0, 0, 0]).unwrap().nodes, 4);
}

#[test]
fn depth_is_no_limit() {
    let depth = 20_000;
    let mut text = String::new();
    let mut graph = GraphWriter::new();
    for i in 0..depth {
        let turn = if i % 2 == 0 { "max" } else { "min" };
        text.push_str(&format!("n{i} {turn}: n{}\n", i + 1));
        if i % 2 == 0 {
            graph.choose(0);
        }
        graph.new_node();
    }
    text.push_str(&format!("n{depth} = win"));
    let report = run(&text, Threshold::Win, Verdict::Proven, graph.finish()).unwrap();
    assert_eq!((report.plies, report.moves_to_win), (Some(depth), Some(depth / 2)));
}

/// A cannot go back to B under super-ko, so it must go on to the win; drawn otherwise.
#[test]
fn a_barred_move_is_no_move() {
    // Max at A may go to B only; B (min) may go back to A, which is barred, so min is stuck and has lost.
    let text = "repetition illegal; A max: B; B min: A";
    // Root on the line; choose B, on the line; no edges.
    let report = run(text, Threshold::Win, Verdict::Proven, vec![0, 0, 0, 0]).unwrap();
    assert_eq!(report, Report { nodes: 2, shared: 0, plies: Some(1), moves_to_win: Some(1) });
    // The free part must answer the move back to A, and cannot.
    let free = run(text, Threshold::Win, Verdict::Proven, vec![1, 0, 1, 0, 0, 1]).unwrap_err();
    assert!(free.contains("must not have cycles"), "{free}");
    let refers = run(text, Threshold::Win, Verdict::Proven, vec![0, 2]).unwrap_err();
    assert!(refers.contains("has not begun"), "{refers}");
}

#[test]
fn parts_must_not_overlap() {
    // A chooses B (line); min moves to C or D; C (max) may go to B, barred, or D.
    let text = "repetition illegal; A max: B; B min: C D; C max: B D; D max: E B; E = win";
    // Line A, B; C on the line chooses D; D free, chooses E; then D again by reference.
    let good = vec![1, 3, 0, 0, 0, 0, 1, 1, 1, 0, 2];
    let report = run(text, Threshold::Win, Verdict::Proven, good).unwrap();
    assert_eq!((report.nodes, report.shared, report.plies), (5, 1, Some(4)));
    // C chooses the barred B.
    let barred = run(text, Threshold::Win, Verdict::Proven, vec![0, 0, 0, 0, 0, 0]).unwrap_err();
    assert!(barred.contains("repeats a position of its line"), "{barred}");
    // D stands on the line first, then in the free part.
    let both =
        run(text, Threshold::Win, Verdict::Proven, vec![0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0]).unwrap_err();
    assert!(both.contains("history part"), "{both}");
    // D begins twice in the free part.
    let twice =
        run(text, Threshold::Win, Verdict::Proven, vec![0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0]).unwrap_err();
    assert!(twice.contains("alike another node"), "{twice}");
}

/// By B in two own moves and two plies; by C in one own move and three plies.
const TWICE: &str = "A max: B C; B max: W; C min: D; D min: W; W = win";

#[test]
fn counted_moves_run_out_for_the_prover_alone() {
    let within = |moves, verdict, body: &[u8]| {
        let (game, root): (Erased, Place) = graph::open(TWICE).unwrap();
        let goal = Objective { prover: Player::First, threshold: Threshold::Win };
        let claim = Claim { root: &root, history: &[], goal, only_move: None, within: Some(moves) };
        check(&game, &claim, verdict, body, &mut || ControlFlow::Continue(())).map_err(|e| e.to_string())
    };
    let line = |choices: &[u32]| {
        let mut graph = GraphWriter::new();
        for &choice in choices {
            graph.choose(choice);
            graph.new_node();
        }
        graph.finish()
    };
    let (by_b, mut by_c) = (line(&[0, 0]), GraphWriter::new());
    by_c.choose(1);
    by_c.new_node();
    by_c.new_node();
    by_c.new_node();
    let by_c = by_c.finish();
    assert_eq!(within(2, Verdict::Proven, &by_b).unwrap().moves_to_win, Some(2));
    assert_eq!(within(1, Verdict::Proven, &by_c).unwrap().moves_to_win, Some(1));
    let why = within(1, Verdict::Proven, &by_b).unwrap_err();
    assert_eq!(why, "node 1 ends in a draw, which does not fit the verdict (after B)");
    let why = within(0, Verdict::Proven, &by_c).unwrap_err();
    assert_eq!(why, "node 0 ends in a draw, which does not fit the verdict (at the root)");
}

#[test]
fn moves_are_counted_for_the_player_on_move_where_repeating_is_legal() {
    for (text, prover) in
        [("repetition illegal; A max: B; B = win", Player::First), ("A max: B; B = win", Player::Second)]
    {
        let (game, root): (Erased, Place) = graph::open(text).unwrap();
        let goal = Objective { prover, threshold: Threshold::Win };
        let claim = Claim { root: &root, history: &[], goal, only_move: None, within: Some(1) };
        let checked =
            check(&game, &claim, Verdict::Proven, &vec![0u8, 0, 0], &mut || ControlFlow::Continue(()));
        assert!(
            checked.unwrap_err().to_string().starts_with("moves are counted for the player on move"),
            "{text}"
        );
    }
}
