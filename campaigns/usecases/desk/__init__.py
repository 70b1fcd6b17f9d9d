"""What an umpire does beside submitting: facts, rulings, taking back, looking."""
