"""The events of Wellington: what happened, and how each changes the state."""
