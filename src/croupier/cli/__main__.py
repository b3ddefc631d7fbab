"""`python -m croupier.cli`: the same as `croupier`."""

from croupier.cli import main

main()
