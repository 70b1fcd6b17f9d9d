"""The floor while a move is made, man by man."""
