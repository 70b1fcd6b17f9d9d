"""Bodies, guns, stores and houses taken."""
