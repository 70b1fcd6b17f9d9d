"""The form of an order: what it needs, what it costs, read back and sent."""
