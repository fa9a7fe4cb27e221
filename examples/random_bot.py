"""A bot that plays at random: jaipur duel greedy 'bot:python examples/random_bot.py' --rounds 20.

It speaks jaipur-bot/1, as docs/arena.md has it, and needs the standard library only.
"""

import json
import random
import sys


def say(**message: object) -> None:
    """One line of JSON, sent at once: an answer that waits in a buffer comes too late."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", name="random bot")
    elif message["type"] == "move":
        say(type="move", id=message["id"], move=random.choice(message["view"]["moves"]))
    elif message["type"] == "quit":
        break
