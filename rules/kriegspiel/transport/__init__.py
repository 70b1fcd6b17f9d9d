"""Boats and trains: who is aboard, in and out, how they go and sink.  [KS-BOAT, KS-RAIL]"""
