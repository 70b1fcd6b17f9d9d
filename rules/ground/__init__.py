"""The country and its geometry, in whole numbers."""
