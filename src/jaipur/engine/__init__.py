"""Thinking: what a seat can tell of a position, a network that values it, and a search."""
