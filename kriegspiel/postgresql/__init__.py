"""PostgreSQL as Django has it, with connections of the pool that are alive.  [RELIABILITY B7]"""
