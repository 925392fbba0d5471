"""What the tests of several rooms share: cases, oracles, and games with known answers."""
