"""Works: beginning, progress, mines, destruction, and their sealed notes."""
