"""The form of an order: what it asks, what it costs, read back and sent."""
