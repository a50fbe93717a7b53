"""What several titles use and the kernel need not know. A part exists when two titles use it."""
