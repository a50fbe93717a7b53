"""The orders of Wellington. D-nn names the decision point of the rulings."""
