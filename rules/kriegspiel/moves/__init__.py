"""One move: its sequence, which orders bind, the rule of each order, and what is entered and measured."""
