"""The umpire's desk: facts, findings, rulings, the clock, what is taken back."""
