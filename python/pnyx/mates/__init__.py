"""Full solutions of mate problems: keys and cooks, threats, defences, tries, set play, as text, PGN and JSON.

`asking` runs the searches, `building` builds the `tree`, and `text` and `pgn` write it.
"""

from __future__ import annotations

from pnyx.mates.asking import VariationsProgress
from pnyx.mates.finding import variations
from pnyx.mates.tree import Attack, Defence, Ply, Replies, Variations

__all__ = ["Attack", "Defence", "Ply", "Replies", "Variations", "VariationsProgress", "variations"]
