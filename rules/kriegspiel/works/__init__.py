"""Works begun, carried on, trodden on and destroyed, and their sealed notes."""
