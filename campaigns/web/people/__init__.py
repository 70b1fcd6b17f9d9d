"""Log-in, invitations, settings, help and rulebooks."""
