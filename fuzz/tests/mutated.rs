//! Certificates of true verdicts, changed: whatever is still accepted must still be true.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use bolero::TypeGenerator;
use pnyx_fuzz::{ByteEdit, Judged, LARGEST_BODY, Tally, edit_bytes, fuzz, judge, truth, wild_body};
use pnyx_game::{Mobility, Notation, Objective, Rules, Threshold};
use pnyx_games::graph;
use pnyx_proof::{Certificate, CertificateFile, Header, VERSION, Verdict};
use pnyx_search::algorithm::Run;
use pnyx_search::pn::{self, PnOptions};
use pnyx_search::{Budget, Limits, Problem, Silent, solve};

#[derive(Debug, TypeGenerator)]
struct NodeSeed {
    kind: u8,
    #[generator(bolero::produce::<Vec<u8>>().with().len(1usize..5))]
    moves: Vec<u8>,
}

/// A graph with few ends, many ways back, and movers that mostly alternate.
#[derive(Debug, TypeGenerator)]
struct GraphSeed {
    #[generator(bolero::produce::<Vec<NodeSeed>>().with().len(2usize..13))]
    nodes: Vec<NodeSeed>,
    cycles: bool,
    draw_suffices: bool,
    recycle: bool,
}

impl GraphSeed {
    fn text(&self) -> String {
        let count = self.nodes.len();
        let mut text = format!("root n0; repetition {}", if self.cycles { "draw" } else { "impossible" });
        for (i, node) in self.nodes.iter().enumerate() {
            let last = i + 1 == count;
            let leaf = match node.kind % 16 {
                0..2 => Some("win"),
                2..4 => Some("loss"),
                4 => Some("draw"),
                _ if last && !self.cycles => Some("win"),
                _ => None,
            };
            if let Some(value) = leaf {
                text += &format!("; n{i} = {value}");
                continue;
            }
            let turn = if (i % 2 == 0) != (node.kind % 16 == 5) { "max" } else { "min" };
            let first = if self.cycles { 0 } else { i + 1 };
            let mut moves: Vec<usize> =
                node.moves.iter().map(|&mv| first + usize::from(mv) % (count - first)).collect();
            moves.sort_unstable();
            moves.dedup();
            let moves: Vec<String> = moves.iter().map(|mv| format!("n{mv}")).collect();
            text += &format!("; n{i} {turn}: {}", moves.join(" "));
        }
        text
    }

    /// The certificate of what `pn` finds.
    fn certificate(&self) -> Option<Certificate> {
        let text = self.text();
        let (game, root) = graph::open(&text).unwrap();
        let threshold = if self.draw_suffices { Threshold::Draw } else { Threshold::Win };
        let goal = Objective { prover: game.turn(&root).unwrap(), threshold };
        let problem = Problem { game: &game, root: &root, history: &[], goal, only_move: None };
        let stop = AtomicBool::new(false);
        let mut budget = Budget::new(Limits { nodes: Some(5_000), ..Limits::default() }, &stop);
        let options = PnOptions { recycle: self.recycle, ..PnOptions::default() };
        let answer = solve(
            &problem,
            &mut budget,
            |budget| pn::search(options, &Mobility, Run { problem: &problem, budget, observer: &mut Silent }),
            &mut || ControlFlow::Continue(()),
        )
        .unwrap();
        let found = answer.found?;
        let verdict = match answer.verdict {
            pnyx_search::SearchVerdict::Proven => Verdict::Proven,
            _ => Verdict::Disproven,
        };
        let repetition = problem.repetition_effect();
        let truth = truth(&game, &root, &[], goal).unwrap().expect("a small graph");
        assert!(truth.allows(verdict, repetition), "{verdict:?} is wrong: {truth:?}");
        Some(Certificate {
            header: Header {
                version: VERSION,
                game: "graph".into(),
                options: "{}".into(),
                position: game.text(&root).unwrap(),
                goal: if self.draw_suffices { "draw-or-better" } else { "win" }.into(),
                prover: game.player_names()[goal.prover.index()].clone(),
                repetition,
                verdict,
                nodes: found.report.nodes,
            },
            body: found.body,
        })
    }
}

#[test]
fn mutated_certificates_prove_only_truths() {
    static TALLY: Tally = Tally::new("mutated certificates prove only truths");
    fuzz!().with_type::<(GraphSeed, Vec<ByteEdit>, Vec<u8>)>().for_each(|(seed, edits, choices)| {
        let Some(certificate) = seed.certificate() else { return };
        assert_eq!(judge(&certificate), Judged::Accepted, "what was found is accepted");
        for verdict in [Verdict::Proven, Verdict::Disproven] {
            let header = Header { verdict, ..certificate.header.clone() };
            let mutated = |body| Certificate { header: header.clone(), body };
            // All edits together, through a file; then each by itself; then a graph made of nothing else.
            let together = mutated(edit_bytes(&certificate.body, edits));
            let read =
                CertificateFile::open(&together.to_bytes(), LARGEST_BODY).and_then(CertificateFile::unpack);
            assert_eq!(read.as_ref(), Ok(&together), "{verdict:?}");
            let alone = edits.iter().map(|edit| edit_bytes(&certificate.body, std::slice::from_ref(edit)));
            let wild = wild_body(&header, choices);
            for mutated in alone.chain([wild]).map(mutated).chain([together]) {
                if mutated != certificate {
                    TALLY.add(judge(&mutated) == Judged::Accepted);
                }
            }
        }
    });
    TALLY.finish();
}
