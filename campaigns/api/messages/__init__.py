"""The API of dispatches, questions, injects and notices."""
