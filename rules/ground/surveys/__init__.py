"""Files of a survey as people have them: OpenStreetMap, contours, and heights on a grid, in any usual projection."""
