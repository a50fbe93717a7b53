"""Statistics and simulations."""
