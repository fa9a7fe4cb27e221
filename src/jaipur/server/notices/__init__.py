"""Notices: what happened in a user's games, sent to devices by Web Push and listed in a feed."""
