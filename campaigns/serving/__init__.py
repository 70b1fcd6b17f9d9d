"""The way in and out of a process: when a request came, from where, what is in hand, and who serves."""
