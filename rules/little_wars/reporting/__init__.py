"""What is told, read back, filed and counted."""
