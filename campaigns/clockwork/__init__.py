"""What falls due is found and done, by whoever looks; and what is done where the clock jumps."""
