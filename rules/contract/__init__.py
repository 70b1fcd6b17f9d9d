"""What a book offers, and the data that passes between books and campaigns."""
