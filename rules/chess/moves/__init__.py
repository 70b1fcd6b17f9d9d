"""Which moves are open, why one is not, and how it is written."""
