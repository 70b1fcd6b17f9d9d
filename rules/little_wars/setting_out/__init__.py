"""Before the battle: groups, commands, and where they are put down."""
