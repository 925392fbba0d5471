"""The public functions and the objects they return: `solve.py` has `pnyx.solve`, `position.py` has `pnyx.Position`."""
