"""Who sees which picture: under a country, and under a battle."""
