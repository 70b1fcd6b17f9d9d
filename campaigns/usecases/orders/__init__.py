"""Orders judged, sent and kept."""
