"""Measures, plain data and chance, used by all rules."""
