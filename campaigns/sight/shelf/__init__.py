"""What somebody may read of the exercises on the shelf."""
