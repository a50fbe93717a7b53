"""Measurements against the bars of architecture.md section 10. `make bench` runs them all."""
