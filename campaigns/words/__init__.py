"""The words of the program in other languages: which languages there are, their catalogs (``locale/``), and what scripts are given.

Catalogs are those of gettext, found in the sources and compiled by Babel.  See docs/engineer.md, *Languages*.
"""
