"""Helpers for files, processes, warnings and tracebacks."""
