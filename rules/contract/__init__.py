"""What a book offers, and what crosses between books and campaigns."""
