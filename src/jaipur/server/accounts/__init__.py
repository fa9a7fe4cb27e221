"""Accounts: names, passwords, passkeys, codes, and the limits of logging in."""
