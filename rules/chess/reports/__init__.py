"""The board drawn, events narrated, lines played through."""
