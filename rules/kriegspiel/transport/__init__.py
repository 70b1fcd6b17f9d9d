"""Boats and trains: boarding, moving and sinking.  [KS-BOAT, KS-RAIL]"""
