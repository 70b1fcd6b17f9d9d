"""The duties of a move: retreats, pursuits, and bodies driven off."""
