"""Pages of the shelf: exercises looked at, brought in, played, copied, taken out."""
