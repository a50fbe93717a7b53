"""The state of a game, and questions about the position."""
