"""The lobby: challenges, blocks, quick pairing, and what people see of each other."""
