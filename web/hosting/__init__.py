"""Opening, joining and minding games."""
