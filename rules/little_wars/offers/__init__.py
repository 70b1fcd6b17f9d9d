"""What a commander is offered and asked, and the reach of things."""
