"""What is seen of a game."""
