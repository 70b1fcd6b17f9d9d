"""The rulebooks as pure Python.

No Django, no clock, no dice of its own, no network: every function depends on its arguments alone.  The same
position, orders, facts and chance give the same outcome, byte for byte, on every machine.
"""
