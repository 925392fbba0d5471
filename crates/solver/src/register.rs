//! The registers of algorithms that answer yes-or-no questions and of searches for values: one line each. Catalogue,
//! options and dispatch are made from them.

use std::collections::BTreeMap;

use pnyx_game::{Game, Init, Repetition};
use pnyx_search::Driver;
use pnyx_search::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use pnyx_search::alpha_beta;
use pnyx_search::minimax::{self, Iterated, ValueAlgorithm, ValueOptions, ValueRun};
use pnyx_search::options::ParsedOptions;
use pnyx_search::pn::{self, df_pn, forced_win, pds, pds_pn, pn_bta, pn_dag, pn_dcg, pn_star, pn2};

use crate::error::{Result, bad_input};

/// One of some algorithms, by its name.
pub(crate) fn named(among: &[&'static AlgorithmSpec], name: &str) -> Result<&'static AlgorithmSpec> {
    among.iter().find(|a| a.name == name).copied().ok_or_else(|| {
        let known: Vec<_> = among.iter().map(|a| a.name).collect();
        bad_input(format!("there is no algorithm '{name}' (there are: {})", known.join(", ")))
    })
}

macro_rules! register {
    ($($(#[$when:meta])* $name:ident: $algorithm:path,)*) => {
        /// Every algorithm that searches on its own, in the order in which they are shown.
        pub const REGISTER: &[&AlgorithmSpec] = &[$($(#[$when])* <$algorithm>::SPEC,)*];

        /// An algorithm with its options read.
        #[allow(missing_docs)]
        pub(crate) enum Algorithm {
            $($(#[$when])* $name($algorithm),)*
        }

        impl Algorithm {
            /// The algorithm of this name, if there is one, with options from their texts.
            pub fn read(name: &str, texts: &BTreeMap<String, String>) -> Result<Option<Algorithm>> {
                $($(#[$when])* if name == <$algorithm>::SPEC.name {
                    let options = ParsedOptions::new(name, <$algorithm>::SPEC.options, texts)?;
                    return Ok(Some(Algorithm::$name(<$algorithm>::read(&options)?)));
                })*
                Ok(None)
            }

            /// Why it cannot search games with this repetition rule, if it cannot.
            pub fn refuses(&self, rule: Repetition) -> Option<&'static str> {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.refuses(rule),)* }
            }

            /// Why it cannot use several threads with its options, if it can with others.
            pub fn refuses_threads(&self) -> Option<&'static str> {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.refuses_threads(),)* }
            }

            /// Whether several searchers take turns on one table.
            pub fn searches_in_turns(&self) -> bool {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.searches_in_turns(),)* }
            }

            /// Where the first numbers of leaves come from.
            pub fn init(&self) -> Init {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.init(),)* }
            }

            /// Whether what it stores are facts about positions, of use to a search of another root.
            pub fn remembers(&self) -> bool {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.remembers(),)* }
            }

            /// What to search with if what this search has stored makes no certificate.
            pub fn safer(&self) -> Option<Algorithm> {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.safer().map(Algorithm::$name),)* }
            }

            /// Run the search.
            pub fn search<G: Searchable>(&self, run: Run<'_, '_, G>, support: &mut dyn SearchSupport) -> ErasedResult<G> {
                match self { $($(#[$when])* Algorithm::$name(algorithm) => algorithm.search(run, support),)* }
            }
        }
    };
}

register! {
    Pn: pn::Pn,
    PnDag: pn_dag::PnDag,
    PnDcg: pn_dcg::PnDcg,
    PnBta: pn_bta::PnBta,
    Pn2: pn2::Pn2,
    DfPn: df_pn::DfPn,
    PnStar: pn_star::PnStar,
    Pds: pds::Pds,
    PdsPn: pds_pn::PdsPn,
    AlphaBeta: alpha_beta::AlphaBeta,
    ForcedWin: forced_win::ForcedWin,
    #[cfg(test)]
    Dfs: crate::guide::dfs::Dfs,
}

macro_rules! values {
    ($($name:ident: $algorithm:path,)*) => {
        /// Every search for values, in the order in which they are shown.
        pub const VALUES: &[&AlgorithmSpec] = &[$(<$algorithm>::SPEC,)*];

        /// A search for values, with the options that it alone has.
        pub(crate) enum ValueSearch {
            $($name($algorithm),)*
        }

        impl ValueSearch {
            /// The search of this name with all its options, from their texts.
            pub fn read(name: &str, texts: &BTreeMap<String, String>) -> Result<(ValueSearch, ValueOptions)> {
                let options = ParsedOptions::new(name, named(VALUES, name)?.options, texts)?;
                let algorithm = match name {
                    $(_ if name == <$algorithm>::SPEC.name => ValueSearch::$name(<$algorithm>::read(&options)?),)*
                    _ => unreachable!("{name} is in the register"),
                };
                Ok((algorithm, ValueOptions::read(&options)?))
            }

            /// The driver of the tests that a game has of its own.
            pub fn driver(&self) -> Option<Driver> {
                match self { $(ValueSearch::$name(_) => <$algorithm>::DRIVER,)* }
            }

            /// One iteration.
            pub fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
                match self { $(ValueSearch::$name(algorithm) => algorithm.iterate(run),)* }
            }
        }
    };
}

values! {
    Minimax: minimax::minimax::Minimax,
    AlphaBeta: minimax::alpha_beta::AlphaBeta,
    AlphaBetaTt: minimax::alpha_beta::AlphaBetaTt,
    Aspiration: minimax::aspiration::Aspiration,
    NegaScout: minimax::nega_scout::NegaScout,
    AspirationNegaScout: minimax::aspiration::AspirationNegaScout,
    SssStar: minimax::sss_star::SssStar,
    DualStar: minimax::sss_star::DualStar,
    Mt: minimax::mt::Mt,
    MtSss: minimax::mtd::MtSss,
    MtDual: minimax::mtd::MtDual,
    MtdF: minimax::mtd::MtdF,
    MtdBi: minimax::mtd::MtdBi,
    MtdDouble: minimax::mtd::MtdDouble,
    MtdStep: minimax::mtd::MtdStep,
    MtdBest: minimax::mtd_best::MtdBest,
    AlphaBounding: minimax::alpha_bounding::AlphaBounding,
}
