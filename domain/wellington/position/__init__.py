"""What lies where, what is under way, and questions about it; nothing here changes anything."""
