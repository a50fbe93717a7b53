"""The typed client of the API: every operation of its document is a method of `Client` (docs/api.md).

It needs nothing but Python's own library.
"""

from web.client import Client, Message, Problem

__all__ = ["Client", "Message", "Problem"]
