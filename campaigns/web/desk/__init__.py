"""The umpire's desk: facts, findings, rulings, the clock, taking back."""
