"""Banners, and the end of a game."""
