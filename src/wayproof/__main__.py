"""`python -m wayproof` is the command line."""

from wayproof.cli import main

main()
