"""Prisoners, white flags, and what is taken."""
