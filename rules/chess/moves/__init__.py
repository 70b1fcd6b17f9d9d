"""Which moves are open, why a move is refused, and how it is written."""
