"""Brandywine Creek: 11 September 1777, for two players."""
