"""A typed client of the API in plain Python: every operation of its document is a method of `Client`.

Programs know it as `grognard.client`.

It needs nothing but the standard library. `calls.py` and `answers.py` are written by `make client`.
"""

from web.client.calls import Client
from web.client.sending import Message, Problem

__all__ = ["Client", "Message", "Problem"]
