"""Letters that leave the server: mail, webhooks, and which the host allows."""
