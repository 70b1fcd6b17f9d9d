"""Before the battle: groups, commands, and their places."""
