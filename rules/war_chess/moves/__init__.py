"""Which moves are lawful, what is owed, and why a move is refused."""
