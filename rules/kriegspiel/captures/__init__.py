"""Captures of bodies, guns, stores and houses."""
