"""What a commander is offered and asked, and how far things reach."""
