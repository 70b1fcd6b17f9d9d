"""A campaign and its battles: opened, carried over, ended, counted."""
