"""The objectives of a battle as somebody may know them."""
