"""A random bot over HTTP: http_bot.py URL [LEVEL] plays a match and prints the winner."""

import json
import random
import sys

import httpx

url, level = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "kite"
with httpx.Client(base_url=f"{url}/api", timeout=30) as api:
    token = api.post("/me", json={"name": "random bot", "token": True}).json()["token"]
    api.headers["Authorization"] = f"Bearer {token}"
    game = "/games/" + api.post("/games", json={"against": "level", "level": level}).json()["id"]
    api.post(f"{game}/seat", json={"nonce": random.SystemRandom().randbytes(16).hex()})
    with api.stream("GET", f"{game}/events") as stream:
        for line in stream.iter_lines():
            table = (event := json.loads(line[6:]) if line[:6] == "data: " else {}).get("table", {})
            if table.get("status") == "over":
                print("won" if table["winner"] == 0 else "lost")
                break
            if table.get("status") == "between" and 0 in table["waits_for"]:
                api.post(f"{game}/ready")
            elif table.get("waits_for") == [0]:
                move = random.choice(event["view"]["moves"])
                api.post(f"{game}/moves", json={"move": move, "seq": event["view"]["seq"]})
