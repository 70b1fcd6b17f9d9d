"""Packets claimed, loaded, issued and missing; pockets.  [KS-SUP, KS-SIEGE]"""
