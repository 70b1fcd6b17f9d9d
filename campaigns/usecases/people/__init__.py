"""Who may log in, who holds which seat, and the mail that they get."""
