"""What may be done in a turn: moving, touching, claiming, and the Kriegspiel."""
