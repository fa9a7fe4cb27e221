"""The engine: features of a position, a network that values them, a search, and analysis."""
