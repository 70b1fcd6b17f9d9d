"""What a commander sees: troops, situation, ledgers, standing."""
