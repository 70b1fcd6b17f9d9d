"""What falls due is found and done, by any process that sweeps; and what happens when the clock jumps."""
