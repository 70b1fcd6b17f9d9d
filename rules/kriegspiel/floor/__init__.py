"""The floor while a move is made: places, neighbours, and who may act."""
