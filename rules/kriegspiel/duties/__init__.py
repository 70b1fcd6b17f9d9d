"""What is owed in a move: retreats, pursuits and who is driven off."""
