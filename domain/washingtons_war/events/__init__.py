"""What happened, one file a chapter."""
