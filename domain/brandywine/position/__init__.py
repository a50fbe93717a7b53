"""The state of a game and questions about it."""
