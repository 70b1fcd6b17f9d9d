"""Django's PostgreSQL backend, with only live connections from the pool.  [RELIABILITY B7]"""
