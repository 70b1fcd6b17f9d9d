"""What pages share: reader, clocks, clauses, charts, measures, live news."""
