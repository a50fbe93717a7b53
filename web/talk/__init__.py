"""What is said at a table, and notes."""
