"""What the map editor draws from a few pressed points: curves, rivers, hills, and contours between two others."""
