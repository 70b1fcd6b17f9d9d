"""Armies before and in a battle."""
