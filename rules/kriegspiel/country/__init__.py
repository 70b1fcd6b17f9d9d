"""A country made ready for a battle, and paths over it.  [KS-GROUND]"""
