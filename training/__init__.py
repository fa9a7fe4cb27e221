"""How the network is made. Nothing in the package imports it."""
