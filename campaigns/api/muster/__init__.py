"""The forces of a battle that is prepared."""
