"""Charges by their targets.  [KS-CHARGE]"""
