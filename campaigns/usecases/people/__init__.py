"""Who may come in, who holds which post, and what they are written."""
