"""Messages, questions, and what the umpire has prepared."""
