"""Other people's files and boards, in and out: one module for each format."""
