"""Pictures that people send: read in a process of their own, and kept through Django's storages."""
