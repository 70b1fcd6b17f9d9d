"""Boxes for towns, and the railway: the wider game of chapter V."""
