"""A sixth book: squads that leap over a green, with an arm, an order and an option of its own; campaigns know nothing of it."""
