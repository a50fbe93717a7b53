"""How the game ends and who has won (4.6, 4.7, 18, 19)."""
