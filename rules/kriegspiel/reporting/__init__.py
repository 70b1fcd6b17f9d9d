"""What a side may see, is told, reads back and counts."""
