"""What a side may see and know, the read-back of orders, and the score."""
