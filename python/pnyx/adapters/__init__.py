"""Files and objects of other programs, in and out, a module for each.

`epd` and `pgn` for chess, `boards` for those of python-chess, `pdn` for checkers, `sgf` for one-eye problems of Go,
`obf` for Othello, `pons` for Connect Four, and `open_spiel`, whose games can be played here.

>>> from pnyx.adapters import epd
>>> [record.position.text for record in epd.loads('kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6; id "Morphy";')]
['kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1']
"""
