"""The API of the forces of a battle and their history."""
