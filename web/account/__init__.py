"""A name that is kept: making an account, logging in and out, and what is kept about a person."""
