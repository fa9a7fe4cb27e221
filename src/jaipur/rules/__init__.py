"""The law: what is in the box, the four moves, a round, a match, and what one seat may know."""
