"""The floor while a move is made: who stands where, who is near, who may act."""
