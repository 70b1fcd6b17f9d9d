"""A campaign and its battles: opened, carried on, ended, counted."""
