"""Shells and rifles, where they fall and whom they hit."""
