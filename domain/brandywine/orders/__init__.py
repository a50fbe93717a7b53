"""Orders, in the imperative."""
