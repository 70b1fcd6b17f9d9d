"""The public test kit: cases read, run and compared."""
