"""What the host of a server sees and does, behind his own secret."""
