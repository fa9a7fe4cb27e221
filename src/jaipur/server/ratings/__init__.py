"""Ratings of accounts, and their profiles: all of it follows from the logs of finished games."""
