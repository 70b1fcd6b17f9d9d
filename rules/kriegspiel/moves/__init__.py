"""One move: its sequence, which orders bind, which rule each follows, what is entered and measured."""
