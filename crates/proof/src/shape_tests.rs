use std::ops::ControlFlow;

use pnyx_game::{Erased, Objective, Place, Player, Threshold};
use pnyx_games::graph;

use super::*;
use crate::{Body, Claim, GraphWriter, Verdict, check_and_report};

fn shape(text: &str, history: &[Place], threshold: Threshold, verdict: Verdict, body: &[u8]) -> Shape {
    let found = check_shape(text, history, (threshold, verdict), body, None).unwrap();
    let exactly = check_shape(text, history, (threshold, verdict), body, Some(found.nodes())).unwrap();
    assert_eq!(exactly.size(0), found.size(0));
    let why = check_shape(text, history, (threshold, verdict), body, Some(found.nodes() - 1)).err().unwrap();
    assert!(why.starts_with("the graph has more nodes than the header says"), "{why}");
    found
}

fn check_shape(
    text: &str,
    history: &[Place],
    (threshold, verdict): (Threshold, Verdict),
    body: &[u8],
    claimed: Option<u32>,
) -> Result<Shape, String> {
    let (game, root): (Erased, Place) = graph::open(text).unwrap();
    let goal = Objective { prover: Player::First, threshold };
    let claim = Claim { root: &root, history, goal, only_move: None, within: None };
    let mut shape = Shape::default();
    let body = Body::from(body).claiming(claimed);
    let report =
        check_and_report(&game, &claim, verdict, body, Some(&mut shape), &mut || ControlFlow::Continue(()))
            .map_err(|error| error.to_string())?;
    shape.shrink();
    assert_eq!(report.nodes, shape.nodes());
    assert_eq!(shape.nodes(), shape.size(0));
    Ok(shape)
}

/// Index, node and whether it is a reference, of every edge.
fn edges(shape: &Shape, node: u32) -> Vec<(u32, u32, bool)> {
    shape.edges(node).map(|edge| (edge.index, edge.node, edge.shared)).collect()
}

#[test]
fn a_proof_with_a_shared_node() {
    let text = "A max: B C; B min: D E; C = loss; D max: F; E max: F G; F = win; G = loss";
    // A chooses B; D chooses F, node 3; E chooses F again.
    let found = shape(text, &[], Threshold::Win, Verdict::Proven, &[1, 3, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(edges(&found, 0), [(0, 1, false)]);
    assert_eq!(edges(&found, 1), [(0, 2, false), (1, 4, false)]);
    assert_eq!(edges(&found, 2), [(0, 3, false)]);
    assert_eq!(edges(&found, 3), []);
    assert_eq!(edges(&found, 4), [(0, 3, true)]);
    assert_eq!([0, 1, 2, 3, 4].map(|node| found.size(node)), [5, 4, 2, 1, 1]);
    assert_eq!([0, 1, 2, 3, 4].map(|node| found.length(node).plies), [3, 2, 1, 0, 1]);
    assert_eq!([0, 1, 2, 3, 4].map(|node| found.length(node).prover_moves), [2, 1, 1, 0, 1]);
    let kinds = [Kind::Choice, Kind::Replies, Kind::Choice, Kind::Final, Kind::Choice];
    assert_eq!([0, 1, 2, 3, 4].map(|node| found.kind(node)), kinds);
}

#[test]
fn the_index_counts_moves_that_are_not_chosen() {
    let text = "A max: B C D; B = loss; C = loss; D = win";
    let found = shape(text, &[], Threshold::Win, Verdict::Proven, &[0, 2, 0]);
    assert_eq!(edges(&found, 0), [(2, 1, false)]);
}

#[test]
fn a_cycle_refers_to_a_node_that_has_not_ended() {
    let found = shape("A max: B; B min: A", &[], Threshold::Win, Verdict::Disproven, &[1, 0, 0, 0, 1]);
    assert_eq!(edges(&found, 0), [(0, 1, false)]);
    assert_eq!(edges(&found, 1), [(0, 0, true)]);
    assert_eq!((found.kind(0), found.kind(1)), (Kind::Replies, Kind::Choice));
}

#[test]
fn a_position_of_the_history_ends_its_line() {
    // D was on the board before A.
    let text = "A max: B C; B min: D; C = loss; D max: E; E = win";
    let found = shape(text, &[3.into()], Threshold::Win, Verdict::Disproven, &[0, 0, 0, 0, 0]);
    assert_eq!([1, 2, 3].map(|node| found.kind(node)), [Kind::Choice, Kind::History, Kind::Final]);
    assert_eq!([0, 1, 2, 3].map(|node| found.size(node)), [4, 2, 1, 1]);
}

#[test]
fn barred_moves_are_no_edges() {
    // Max at A may go to B only; B may go back to A, which is barred, so min is stuck and has lost.
    let stuck =
        shape("repetition illegal; A max: B; B min: A", &[], Threshold::Win, Verdict::Proven, &[0, 0, 0, 0]);
    assert_eq!((stuck.kind(1), edges(&stuck, 1)), (Kind::Replies, vec![]));
    // C may not go back to B: the edge to D has the index 1 in both lists of moves.
    let text = "repetition illegal; A max: B; B min: A D; D max: E; E = win";
    let found = shape(text, &[], Threshold::Win, Verdict::Proven, &[0, 0, 0, 0, 1, 0, 0]);
    assert_eq!(edges(&found, 1), [(1, 2, false)]);
}

#[test]
fn a_graph_of_two_parts_with_a_reference_between_them() {
    let text = "repetition illegal; A max: B; B min: C D; C max: B D; D max: E B; E = win";
    let found = shape(text, &[], Threshold::Win, Verdict::Proven, &[1, 3, 0, 0, 0, 0, 1, 1, 1, 0, 2]);
    assert_eq!(edges(&found, 1), [(0, 2, false), (1, 3, true)]);
    assert_eq!(edges(&found, 2), [(1, 3, false)]);
    assert_eq!([0, 1, 2, 3, 4].map(|node| found.size(node)), [5, 4, 3, 2, 1]);
}

#[test]
fn a_long_line_is_recorded() {
    let depth = 20_000;
    let mut text = String::new();
    let mut graph = GraphWriter::new();
    for i in 0..depth {
        text.push_str(&format!("n{i} {}: n{}\n", if i % 2 == 0 { "max" } else { "min" }, i + 1));
        if i % 2 == 0 {
            graph.choose(0);
        }
        graph.new_node();
    }
    text.push_str(&format!("n{depth} = win"));
    let found = shape(&text, &[], Threshold::Win, Verdict::Proven, &graph.finish());
    assert_eq!((found.size(1), found.length(1).plies), (depth, depth - 1));
    assert!(Listener::<Place>::memory_bytes(&found) < 30 * (depth as usize + 1));
}
