"""Countries, surveys and the setting out before a battle."""
