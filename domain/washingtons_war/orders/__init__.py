"""What players order, one file a chapter."""
