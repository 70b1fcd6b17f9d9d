"""Generals, the seats of commanders, and messages."""
