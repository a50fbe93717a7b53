"""Soldiers that events place and that building brings (5.11, 6)."""
