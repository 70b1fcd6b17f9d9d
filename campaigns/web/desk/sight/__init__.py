"""Who sees what, at the umpire's desk."""
