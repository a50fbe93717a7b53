"""Telling people that it is their move."""
