"""`python -m grognard` is the command `grognard`."""


def main() -> None:
    """The command. Processes that a server starts read this file again, and need nothing of it."""
    from web.server.cli import main as command

    command()


if __name__ == "__main__":
    main()
