"""Shells and rifles: where shots fall and what they hit."""
