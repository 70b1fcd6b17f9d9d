"""A package, so that one browser serves all tests in it that a worker runs (scope "package" in conftest.py)."""
