"""What people say to each other, by courier or at once."""
