"""What every page has round it and on it: who asks, clocks, clauses, charts, measures, live news."""
