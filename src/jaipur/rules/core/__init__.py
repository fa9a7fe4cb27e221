"""The compiled core: the law, tables of actions, packed history, random numbers, redeals."""
