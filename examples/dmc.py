"""Deep Monte Carlo, as in DouZero: a network learns the final result of a move.

    python examples/dmc.py --minutes 8 --seed 1 --save networks/dmc/1

One network plays both seats of many rounds at once: its best move, or with 5 % a random one. After
a round, every move of it becomes a training example with the result of its seat. Prints a learning
curve, as in docs/leaderboard.md. Needs the extra `examples`.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from jaipur import ACTIONS, PLY_LIMIT
from jaipur.envs.batch import Batch
from jaipur.envs.learning_curve import LearningCurve
from jaipur.envs.observation import observation_size
from jaipur.envs.policy import Policy
from jaipur.envs.stepwise import CHOICES, path_to

Floats = NDArray[np.float32]
Actions = NDArray[np.int64]

# The input for a move: how often each choice but `done` is on the path to it.
MOVE_INPUTS = torch.tensor(
    np.array([np.bincount(path_to(action), minlength=CHOICES)[:-1] for action in range(ACTIONS)]),
    dtype=torch.float32,
)


class MoveValue(torch.nn.Module):  # type: ignore[misc]
    """Estimates the final result of a move for the seat that plays it."""

    def __init__(self) -> None:
        super().__init__()
        self.observation = torch.nn.Linear(observation_size(), 256)
        self.move = torch.nn.Linear(MOVE_INPUTS.shape[1], 256, bias=False)
        self.rest = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(256, 64), torch.nn.ReLU())
        self.last = torch.nn.Linear(64, 1)

    def forward(
        self, observations: torch.Tensor, rows: torch.Tensor, actions: torch.Tensor
    ) -> torch.Tensor:
        """The value of each action for the observation in the row of the same index."""
        mixed = self.observation(observations)[rows] + self.move(MOVE_INPUTS[actions])
        return self.last(self.rest(mixed)).squeeze(1)

    def policy(
        self, observations: Floats, legal: NDArray[np.int16], counts: NDArray[np.intc]
    ) -> Actions:
        """The best legal action of every row; any number where there is none."""
        rows, columns = np.nonzero(np.arange(legal.shape[1]) < counts[:, None])
        actions = legal[rows, columns].astype(np.int64)
        with torch.no_grad():
            values = self(*map(torch.from_numpy, (observations, rows, actions)))
        by_column = np.full(legal.shape, -np.inf, np.float32)
        by_column[rows, columns] = values.numpy()
        best: Actions = legal[np.arange(len(legal)), by_column.argmax(1)].astype(np.int64)
        return best


class ReplayBuffer:
    """The moves of the running rounds, and examples from the finished ones."""

    def __init__(self, rounds: int, capacity: int, plies: int = PLY_LIMIT) -> None:
        self.observations = np.zeros((rounds, plies, observation_size()), np.float32)
        self.actions = np.zeros((rounds, plies), np.int64)
        self.seats = np.zeros((rounds, plies), np.int64)
        self.length = np.zeros(rounds, np.int64)
        self.example_observations = np.zeros((capacity, observation_size()), np.float32)
        self.example_actions = np.zeros(capacity, np.int64)
        self.example_values = np.zeros(capacity, np.float32)
        self.count = 0

    def add_moves(self, rows: NDArray[np.int64], batch: Batch, actions: Actions) -> None:
        """Add a move of each of these rows."""
        plies = self.length[rows]
        self.observations[rows, plies] = batch.observations[rows]
        self.actions[rows, plies] = actions[rows]
        self.seats[rows, plies] = batch.turns[rows]
        self.length[rows] += 1

    def finish_round(self, row: int, values: Floats) -> int:
        """Make examples of a finished round with the results of both seats; returns how many."""
        plies = int(self.length[row])
        slots = (self.count + np.arange(plies)) % len(self.example_values)
        self.example_observations[slots] = self.observations[row, :plies]
        self.example_actions[slots] = self.actions[row, :plies]
        self.example_values[slots] = values[self.seats[row, :plies]]
        self.count += plies
        self.length[row] = 0
        return plies

    def sample(self, size: int, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
        """A random batch of examples."""
        slots = rng.integers(min(self.count, len(self.example_values)), size=size)
        parts = (
            self.example_observations[slots],
            self.example_actions[slots],
            self.example_values[slots],
        )
        return tuple(map(torch.from_numpy, parts))


def train(network: MoveValue, curve: LearningCurve, rounds: int, seed: int) -> None:
    """Play and learn until the time of the curve is over."""
    rng = np.random.default_rng(seed)
    batch, buffer = Batch(rounds), ReplayBuffer(rounds, capacity=400_000)
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4)
    batch.reset(seed=1_000_000 * seed)
    moves, new_examples = 0, 0
    while curve.keep_training(moves, network.policy):
        actions = network.policy(batch.observations, batch.legal, batch.counts)
        explore = rng.random(rounds) < 0.05
        actions[explore] = batch.sample()[explore]
        running = np.flatnonzero(batch.turns >= 0)
        buffer.add_moves(running, batch, actions)
        batch.step(actions)
        moves += len(running)
        for row in np.flatnonzero(batch.terminated | batch.truncated):
            new_examples += buffer.finish_round(int(row), results(batch, int(row)))
        while new_examples >= 512 and buffer.count > 20_000:
            new_examples -= 512
            fit(network, optimizer, buffer.sample(1024, rng))


def results(batch: Batch, row: int) -> Floats:
    """The result of a finished round for each seat: the seal, and the rupees ahead."""
    seal, (north, south) = int(batch.seals_won[row]), batch.rupees[row]
    won = 0 if seal < 0 else 1 - 2 * seal
    result = (won + np.clip((north - south) / 50, -1, 1)) / 2
    return np.array([result, -result], np.float32)


def fit(
    network: MoveValue, optimizer: torch.optim.Optimizer, parts: tuple[torch.Tensor, ...]
) -> None:
    observations, actions, values = parts
    estimates = network(observations, torch.arange(len(observations)), actions)
    loss = torch.nn.functional.mse_loss(estimates, values)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def load(path: Path) -> Policy:
    """The policy of a saved network."""
    network = MoveValue()
    network.load_state_dict(torch.load(path))
    return network.policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=8, help="processor time of the training")
    parser.add_argument("--rounds", type=int, default=88, help="rounds side by side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a folder for the networks, one for each row")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    network = MoveValue()

    def save(name: str) -> None:
        options.save.mkdir(parents=True, exist_ok=True)
        torch.save(network.state_dict(), options.save / f"{name}.pt")

    curve = LearningCurve(options.minutes, save=save if options.save else None)
    train(network, curve, options.rounds, options.seed)


if __name__ == "__main__":
    main()
