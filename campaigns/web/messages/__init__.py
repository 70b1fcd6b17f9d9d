"""Dispatches, questions, and what the umpire has prepared to say."""
