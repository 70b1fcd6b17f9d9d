"""The public test kit: cases parsed, run and compared."""
