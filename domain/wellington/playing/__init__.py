"""Cards: hands, plays, response windows, what lies open, and what each card changes (5, 15, 16.4)."""
