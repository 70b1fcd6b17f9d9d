"""The clock of a move, and what falls due."""
