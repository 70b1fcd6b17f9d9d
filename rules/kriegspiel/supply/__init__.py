"""Packets claimed, fetched, given out and wanting; pockets.  [KS-SUP, KS-SIEGE]"""
