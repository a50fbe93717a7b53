"""Waterloo: the battle of 18 June 1815, card-driven, on squares, for two or three players."""
