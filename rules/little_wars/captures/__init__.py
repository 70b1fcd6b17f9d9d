"""Prisoners, white flags, and captures."""
