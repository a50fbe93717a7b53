"""What leaves the rules: scenes, names, hints, odds, measures."""
