//! Rules as tables of whole games ask them: one type for all games, with errors of one type.

use pnyx_game::{BoxError, Packed};
use pnyx_tables::{ExpandError, Expanded, Expander, Packs, Records, RulesExpander};

/// Rules as tables ask them, whatever the game.
pub type Rulebook<'a> = dyn Expander<Error = BoxError> + Send + 'a;

/// Some rules, behind one type: tables are compiled once for all games.
pub(crate) struct Asked<'a>(pub &'a Rulebook<'a>);

impl Expander for Asked<'_> {
    type Error = BoxError;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), BoxError> {
        self.0.expand(batch, out)
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), BoxError> {
        self.0.represent(batch, out)
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }
}

/// The rules of a game, with errors of one type.
pub(crate) struct Own<'g, G>(pub RulesExpander<'g, G>);

fn boxed<E: Into<BoxError>>(error: ExpandError<E>) -> BoxError {
    match error {
        ExpandError::Rules(error) => error.into(),
        ExpandError::Bytes(error) => error.into(),
    }
}

impl<G: Packed<Error: Into<BoxError> + Send> + Sync> Expander for Own<'_, G> {
    type Error = BoxError;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), BoxError> {
        self.0.expand(batch, out).map_err(boxed)
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), BoxError> {
        self.0.represent(batch, out).map_err(boxed)
    }
}
