"""Losses of mixed American and French forces."""
