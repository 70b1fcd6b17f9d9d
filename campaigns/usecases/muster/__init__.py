"""Countries, surveys and who stands where before a battle."""
