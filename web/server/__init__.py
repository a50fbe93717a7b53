"""The application, the server and the command line."""
