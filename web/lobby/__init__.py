"""The lobby, the pages around it and the pages of people."""
