"""Measures, plain data and chance: what every rule is written in."""
