"""PPO in a league: one network against the levels, its past selves and itself.

    python examples/league.py --minutes 8 --seed 1 --save networks/league/1

Every environment has an opponent of its own. The levels and `one-ply` play in the core; past selves
and the mirror are the same small network in NumPy, all rows of one at once. The critic starts from
the rupees ahead that the observation shows, so that a sale counts at once. Prints a learning curve,
as in docs/leaderboard.md. Needs the extra `examples`.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import mse_loss

from jaipur import STANDARD
from jaipur.envs.gymnasium import JaipurVectorEnv
from jaipur.envs.learning_curve import LearningCurve
from jaipur.envs.observation import observation_pieces, observation_size
from jaipur.envs.stepwise import CHOICES

ENVS, STEPS, EPOCHS, MINIBATCH = 240, 64, 3, 960
LEARNING_RATE, GAMMA, LAMBDA, CLIP, ENTROPY = 2e-3, 0.999, 0.9, 0.2, 0.01
REWARD_PER_RUPEE = 1 / 30
PLACES = {piece.name: slice(piece.start, piece.stop) for piece in observation_pieces("stepwise")}
LEVELS = ("greedy", "spicer", "caravan", "one-ply")
PAST_SELVES, UPDATES_BETWEEN = 4, 20
"""How many past selves there are, and after how many updates the oldest is replaced."""

Floats = NDArray[np.float32]


class ActorCritic(torch.nn.Module):  # type: ignore[misc]
    """Logits of the choices, and the value of the observation."""

    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Linear(observation_size("stepwise"), 256)
        self.second = torch.nn.Linear(256, 128)
        self.choices = torch.nn.Linear(128, CHOICES)
        self.value = torch.nn.Linear(128, 1)
        for layer, gain in ((self.first, 1.4), (self.second, 1.4), (self.choices, 0.01)):
            torch.nn.init.orthogonal_(layer.weight, gain)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        logits = self.choices(hidden).masked_fill(~masks, -1e9)
        ahead = seen[:, PLACES["own_rupees"]].sum(1) - seen[:, PLACES["opponent_rupees"]].sum(1)
        value = self.value(hidden).squeeze(1) + REWARD_PER_RUPEE * STANDARD.all_rupees * ahead
        return torch.distributions.Categorical(logits=logits), value


class SavedSelf:
    """The network as it was when `update` was called: a policy in NumPy."""

    def __init__(self, network: ActorCritic, *, sample: bool) -> None:
        self.rng = np.random.default_rng(1) if sample else None
        self.update(network)

    def update(self, network: ActorCritic) -> None:
        layers = (network.first, network.second, network.choices)
        self.layers = [
            (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy())
            for layer in layers
        ]

    def __call__(self, seen: Floats, legal: NDArray[np.int16], counts: NDArray[np.intc]) -> Any:
        (first, bias), (second, bias2), (last, bias3) = self.layers
        hidden = np.maximum(np.maximum(seen @ first + bias, 0) @ second + bias2, 0)
        logits = np.take_along_axis(hidden @ last + bias3, np.maximum(legal, 0).astype(np.intp), 1)
        if self.rng is not None:  # the largest of logits with Gumbel noise is a sample
            logits -= np.log(-np.log(self.rng.random(logits.shape, np.float32) + 1e-20) + 1e-20)
        logits[legal < 0] = -np.inf
        return legal[np.arange(len(legal)), logits.argmax(1)]


class Rollout:
    """What the agent saw and did in the last steps of all environments."""

    def __init__(self, envs: JaipurVectorEnv, seed: int) -> None:
        self.envs = envs
        self.seen, infos = envs.reset(seed=seed)
        self.masks = infos["action_mask"]

    def collect(self, network: ActorCritic) -> tuple[torch.Tensor, ...]:
        """Play STEPS in each environment.

        Returns observations, masks, choices, log-probabilities, advantages and returns.
        """
        parts: list[list[Any]] = [[] for _ in range(7)]
        for _ in range(STEPS):
            seen, masks = torch.from_numpy(self.seen), torch.from_numpy(self.masks)
            with torch.no_grad():
                chosen, value = network(seen, masks)
                choice = chosen.sample()
            self.seen, rewards, ended, cut, infos = self.envs.step(choice.numpy())
            self.masks = infos["action_mask"]
            over = torch.from_numpy(ended | cut)
            row = (seen, masks, choice, chosen.log_prob(choice), value)
            for part, item in zip(
                parts, (*row, REWARD_PER_RUPEE * torch.from_numpy(rewards), over), strict=True
            ):
                part.append(item)
        with torch.no_grad():
            _, last = network(torch.from_numpy(self.seen), torch.from_numpy(self.masks))
        seen, masks, choice, log_prob, value, reward, over = map(torch.stack, parts)
        advantage = advantages(value, reward, over, last)
        rows = (seen, masks, choice, log_prob, advantage, advantage + value)
        return tuple(part.flatten(0, 1) for part in rows)


def advantages(
    value: torch.Tensor, reward: torch.Tensor, over: torch.Tensor, last: torch.Tensor
) -> torch.Tensor:
    """Generalized advantage estimation."""
    found, running = torch.zeros_like(value), torch.zeros_like(last)
    for step in reversed(range(len(value))):
        goes_on = (~over[step]).float()
        after = value[step + 1] if step + 1 < len(value) else last
        error = reward[step] + GAMMA * goes_on * after - value[step]
        running = found[step] = error + GAMMA * LAMBDA * goes_on * running
    return found


def improve(
    network: ActorCritic,
    optimizer: torch.optim.Optimizer,
    rollout: tuple[torch.Tensor, ...],
    time_left: float,
) -> None:
    """The clipped policy gradient of PPO, a few times over all examples.

    Learning rate and entropy bonus fall with the share of the time that is left.
    """
    optimizer.param_groups[0]["lr"] = LEARNING_RATE * max(time_left, 0.05)
    for _ in range(EPOCHS):
        for index in torch.randperm(len(rollout[0])).split(MINIBATCH):
            seen, masks, choice, log_prob, advantage, target = (part[index] for part in rollout)
            chosen, value = network(seen, masks)
            ratio = (chosen.log_prob(choice) - log_prob).exp()
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage)
            loss = 0.5 * mse_loss(value, target) - gain.mean()
            loss = loss - ENTROPY * time_left * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def load(path: Path) -> SavedSelf:
    """The policy of a saved network."""
    network = ActorCritic()
    network.load_state_dict(torch.load(path))
    return SavedSelf(network, sample=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=8, help="processor time of the training")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a folder for the networks, one for each row")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    network = ActorCritic()
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, eps=1e-5)
    mirror = SavedSelf(network, sample=True)
    past = [SavedSelf(network, sample=True) for _ in range(PAST_SELVES)]
    envs = JaipurVectorEnv(
        ENVS, [*LEVELS, mirror, *past], style="stepwise", reward="rupees", autoreset_mode="SameStep"
    )

    def save(name: str) -> None:
        options.save.mkdir(parents=True, exist_ok=True)
        torch.save(network.state_dict(), options.save / f"{name}.pt")

    curve = LearningCurve(
        options.minutes, unit="choices", style="stepwise", save=save if options.save else None
    )
    rollout, updates = Rollout(envs, 1_000_000 * options.seed), 0
    while curve.keep_training(updates * ENVS * STEPS, SavedSelf(network, sample=False)):
        improve(network, optimizer, rollout.collect(network), 1 - curve.share_of_time)
        updates += 1
        mirror.update(network)
        if updates % UPDATES_BETWEEN == 0:
            past[updates // UPDATES_BETWEEN % PAST_SELVES].update(network)


if __name__ == "__main__":
    main()
