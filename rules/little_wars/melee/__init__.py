"""Melees: who is in one, support, and losses."""
