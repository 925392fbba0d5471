"""The example of `docs/guides/add-an-algorithm.md`: the three files that it asks for, and cases with their counts."""
