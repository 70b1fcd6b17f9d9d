"""A country prepared for a battle, and paths over it.  [KS-GROUND]"""
