"""`python -m jaipur` is the command `jaipur`: without arguments, the table in the browser."""

from jaipur.cli import main

main()
