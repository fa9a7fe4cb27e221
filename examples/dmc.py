"""Deep Monte Carlo (the recipe of DouZero): a network learns what a move is worth in the end.

    python examples/dmc.py --minutes 8 --save networks/dmc

One network plays both seats of many rounds at once: mostly its best move, now and then a random
one. When a round is over, every move of it is taught how it ended for its seat. What it prints is a
learning curve, for docs/leaderboard.md. Needs the extra `examples`.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from jaipur import ACTIONS
from jaipur.envs.batch import Batch
from jaipur.envs.curve import Curve
from jaipur.envs.duel import Policy
from jaipur.envs.layout import observation_size
from jaipur.envs.stepwise import CHOICES, path_to

Floats = NDArray[np.float32]
Actions = NDArray[np.int64]

# A move as numbers: how often each choice but the last is made on the path to it.
CODES = torch.tensor(
    np.array([np.bincount(path_to(action), minlength=CHOICES)[:-1] for action in range(ACTIONS)]),
    dtype=torch.float32,
)


class Worth(torch.nn.Module):  # type: ignore[misc]
    """What a move is worth to the seat that plays it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = torch.nn.Linear(observation_size(), 256)
        self.move = torch.nn.Linear(CODES.shape[1], 256, bias=False)
        self.rest = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(256, 64), torch.nn.ReLU())
        self.last = torch.nn.Linear(64, 1)

    def forward(
        self, seen: torch.Tensor, rows: torch.Tensor, actions: torch.Tensor
    ) -> torch.Tensor:
        """The worth of each action in the row of `seen` that stands beside it."""
        mixed = self.seen(seen)[rows] + self.move(CODES[actions])
        return self.last(self.rest(mixed)).squeeze(1)

    def policy(self, seen: Floats, legal: NDArray[np.int16], counts: NDArray[np.intc]) -> Actions:
        """The best legal action of every row; any number where there is none."""
        rows, places = np.nonzero(np.arange(legal.shape[1]) < counts[:, None])
        actions = legal[rows, places].astype(np.int64)
        with torch.no_grad():
            worth = self(*map(torch.from_numpy, (seen, rows, actions)))
        table = np.full(legal.shape, -np.inf, np.float32)
        table[rows, places] = worth.numpy()
        best: Actions = legal[np.arange(len(legal)), table.argmax(1)].astype(np.int64)
        return best


class Memory:
    """The moves of the rounds being played, and of the rounds that were."""

    def __init__(self, rounds: int, capacity: int, plies: int = 500) -> None:
        self.seen = np.zeros((rounds, plies, observation_size()), np.float32)
        self.action = np.zeros((rounds, plies), np.int64)
        self.seat = np.zeros((rounds, plies), np.int64)
        self.length = np.zeros(rounds, np.int64)
        self.old_seen = np.zeros((capacity, observation_size()), np.float32)
        self.old_action = np.zeros(capacity, np.int64)
        self.old_worth = np.zeros(capacity, np.float32)
        self.count = 0

    def note(self, rows: NDArray[np.int64], batch: Batch, actions: Actions) -> None:
        """What is seen and played in rounds that run."""
        plies = self.length[rows]
        self.seen[rows, plies] = batch.observations[rows]
        self.action[rows, plies] = actions[rows]
        self.seat[rows, plies] = batch.turns[rows]
        self.length[rows] += 1

    def learn_end(self, row: int, worth: Floats) -> int:
        """A round is over, and was worth so much to each seat."""
        plies = int(self.length[row])
        places = (self.count + np.arange(plies)) % len(self.old_worth)
        self.old_seen[places] = self.seen[row, :plies]
        self.old_action[places] = self.action[row, :plies]
        self.old_worth[places] = worth[self.seat[row, :plies]]
        self.count += plies
        self.length[row] = 0
        return plies

    def sample(self, size: int, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        """Moves of rounds that are over."""
        places = rng.integers(min(self.count, len(self.old_worth)), size=size)
        parts = (self.old_seen[places], self.old_action[places], self.old_worth[places])
        return tuple(map(torch.from_numpy, parts))


def train(network: Worth, curve: Curve, rounds: int) -> None:
    """Play and learn as long as the curve goes on."""
    rng = np.random.default_rng(1)
    batch, memory = Batch(rounds), Memory(rounds, capacity=400_000)
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4)
    batch.reset(seed=1)
    moves, owed = 0, 0
    while curve.goes_on(moves, network.policy):
        actions = network.policy(batch.observations, batch.legal, batch.counts)
        curious = rng.random(rounds) < 0.05
        actions[curious] = batch.sample()[curious]
        running = np.flatnonzero(batch.turns >= 0)
        memory.note(running, batch, actions)
        batch.step(actions)
        moves += len(running)
        for row in np.flatnonzero(batch.terminated | batch.truncated):
            owed += memory.learn_end(int(row), outcome(batch, int(row)))
        while owed >= 512 and memory.count > 20_000:
            owed -= 512
            teach(network, optimizer, memory.sample(1024, rng))


def outcome(batch: Batch, row: int) -> Floats:
    """What a round that is over was worth to each seat: the seal, and how many rupees ahead."""
    seal, (north, south) = int(batch.seals_won[row]), batch.rupees[row]
    won = 0 if seal < 0 else 1 - 2 * seal
    worth = (won + np.clip((north - south) / 50, -1, 1)) / 2
    return np.array([worth, -worth], np.float32)


def teach(
    network: Worth, optimizer: torch.optim.Optimizer, parts: tuple[torch.Tensor, ...]
) -> None:
    seen, actions, worth = parts
    guess = network(seen, torch.arange(len(seen)), actions)
    loss = torch.nn.functional.mse_loss(guess, worth)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def load(path: Path) -> Policy:
    """The policy of a network that was saved."""
    network = Worth()
    network.load_state_dict(torch.load(path))
    return network.policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=8, help="of processor time, for training")
    parser.add_argument("--rounds", type=int, default=88, help="rounds side by side")
    parser.add_argument("--save", type=Path, help="a folder for the networks, one for each row")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    network = Worth()

    def save(name: str) -> None:
        options.save.mkdir(parents=True, exist_ok=True)
        torch.save(network.state_dict(), options.save / f"{name}.pt")

    train(network, Curve(options.minutes, save=save if options.save else None), options.rounds)


if __name__ == "__main__":
    main()
