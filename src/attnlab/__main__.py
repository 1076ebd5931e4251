"""`python -m attnlab` is the command `attnlab`."""

from attnlab.cli import main

main()
