"""Games on a board, tournaments, and machines that play."""
