"""Setting up, and the turns one after the other."""
