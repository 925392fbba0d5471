"""The readable side of Pnyx: pure Python, slow, and independent of the native module.

- `rules`: the rules of the built-in games, written a second time;
- `certificate` and `check`: the file format of proofs, and the checker that believes nothing but rules;
- the algorithms, one file each, under the same names as in Rust and close to the papers' pseudo-code;
- `minimax`: the searches for a number, from minimax to MTD(f).

Nothing here imports anything native. A certificate is checked from the command line with
`python -m pnyx.reference.check FILE`.
"""
