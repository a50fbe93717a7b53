"""`python -m grognard` is the command `grognard`."""

from web.server.cli import main

if __name__ == "__main__":
    main()
