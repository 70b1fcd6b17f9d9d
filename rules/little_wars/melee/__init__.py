"""Melees: who is in one, who is supported, who falls."""
