"""Political control: markers, isolation, Congress (10)."""
