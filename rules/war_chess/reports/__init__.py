"""The board drawn, and events narrated."""
