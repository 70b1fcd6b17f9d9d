"""Games on a board: matches, practice, lessons."""
