"""Records in files: reading, writing and checking them."""
