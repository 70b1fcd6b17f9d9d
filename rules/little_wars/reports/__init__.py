"""Narration, read-back, report sections and ledgers."""
