"""What people say to each other, by rider or by word."""
