"""The door, invitations, settings, help and rulebooks."""
