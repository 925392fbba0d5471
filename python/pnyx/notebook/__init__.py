"""Answers in a notebook: a board, a sentence, facts, and parts that can be expanded.

Nothing here is imported before something is drawn, and nothing needs more than a browser: no style sheet, no script.
Colours are those of the page, so that light and dark ones both do; drawings bring their own paper. They are images
rather than parts of the page, because programs that show notebooks of other people let images through.

    html       text and elements, escaped by construction
    cards      the frame: drawing, headline, facts
    answers    results, values, shortest wins, certificates, searches
    proof_tree proofs, move by move
    outline    variations
"""

from __future__ import annotations

from pnyx.notebook.answers import board_of, card_of

__all__ = ["board_of", "card_of"]
