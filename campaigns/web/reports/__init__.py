"""After the battle: replay, draws, papers."""
