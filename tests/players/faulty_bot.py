"""A bot that speaks jaipur-bot/1 and then breaks it in one way: faulty_bot.py HOW [FILE].

A FIFO named as FILE is held open for writing, so a reader sees when the bot, and whatever it has
started, has ended. It never sleeps: where it is silent it waits for its input to close, or for a
signal that does not come.
"""

import json
import os
import signal
import sys

HOW = sys.argv[1]
FILE = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT) if len(sys.argv) > 2 else None


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def write_for_ever(piece: bytes, file: int = 1) -> None:
    while True:
        os.write(file, piece)


def wait_for_ever() -> None:
    while True:
        signal.pause()


def hello() -> None:
    if HOW == "silent_hello":
        wait_for_ever()
    if HOW == "crash_at_hello":
        sys.exit("cannot find my weights")
    if HOW == "garbage_hello":
        print("Hi there!", flush=True)
    elif HOW == "other_hello":
        say(type="welcome")
    elif HOW == "rulesets_no_list":
        say(type="hello", rulesets="standard")
    elif HOW == "one_ruleset":
        say(type="hello", name="one ruleset", rulesets=["box"])
    elif HOW == "long_name":
        say(type="hello", name="a\tname\nin two lines " + "o" * 500)
    else:
        say(type="hello", name=f"faulty bot {HOW}")


def move(id_: int, view: dict[str, list[str]]) -> None:
    first = view["moves"][0]
    match HOW:
        case "illegal":
            say(type="move", id=id_, move="$D7")
        case "no_move":
            say(type="move", id=id_, move="castle")
        case "no_text":
            say(type="move", id=id_, move=7)
        case "garbage":
            print("+D", flush=True)
        case "no_object":
            print(f"[{id_}]", flush=True)
        case "deep":
            print("[" * 60000, flush=True)
        case "not_utf8":
            os.write(1, b"\xff\xfe\n")
        case "silent":
            wait_for_ever()
        case "crash":
            raise RuntimeError("no idea what to play")
        case "exit":
            os._exit(0)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "endless":
            write_for_ever(b"x" * 4096)
        case "endless_lines":
            write_for_ever(b'{"type": "move", "id": 0, "move": "+K"}\n' * 100)
        case "endless_words":
            write_for_ever(b"thinking\n" * 500, file=2)
        case "long_line":
            say(type="move", id=id_, move=first, comment="x" * 65536)
        case "wrong_id":
            say(type="move", id=id_ + 1, move=first)
        case "closes_output":
            os.close(1)
            wait_for_ever()
        case "closes_input":
            os.close(0)
            say(type="move", id=id_, move=first)
            wait_for_ever()
        case "late_answers":
            say(type="move", id=id_ - 1, move="+K")
            say(type="hello", name="again")
            say(type="move", id=id_, move=first)
        case "words":
            say(type="move", id=id_, move="Take all camels")
        case "logs":
            print(f"I play {first}.", file=sys.stderr, flush=True)
            say(type="move", id=id_, move=first)
        case _:
            say(type="move", id=id_, move=first)


def start_a_child() -> None:
    if os.fork() == 0:
        wait_for_ever()


if HOW == "has_a_child":
    start_a_child()
if HOW == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    message = json.loads(line)
    if HOW == "copies" and FILE is not None:
        os.write(FILE, line.encode())
    if message["type"] == "hello":
        hello()
    elif message["type"] == "move":
        move(message["id"], message["view"])
    elif message["type"] == "over" and HOW == "crash_after_round":
        os._exit(1)
    elif message["type"] == "quit":
        break
if HOW in ("stubborn", "has_a_child"):
    wait_for_ever()
