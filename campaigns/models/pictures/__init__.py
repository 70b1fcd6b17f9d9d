"""Pictures that people send, and how they lie under countries."""
