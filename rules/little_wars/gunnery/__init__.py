"""Guns, shots and the two men at the trail."""
