"""A handicap: the mistakes of a weaker player, each as one number."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields

__all__ = ["Handicap"]

_MOST: dict[str, float] = {"noise": 1000.0, "forgetting": 1.0}
_MOST_LOGITS = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """What a choice gets wrong. With every number at 0 it is the network's own choice.

    All but `forgetting` are in natural units of the logit: around an even position 0.3 is seven
    percent of the seal.
    """

    noise: float = 0.0
    """The standard deviation of the error of each value."""
    forgetting: float = 0.0
    """How often it knows neither which cards the other seat took nor which were sold: 0 to 1."""
    short_sight: float = 0.0
    """By how much it overrates a sale, for each rupee that the sale brings."""
    impatience: float = 0.0
    """By how much it overrates a sale without a bonus token, instead of waiting for more cards."""
    greed: float = 0.0
    """By how much it overrates each precious card that a move takes, less those that it gives."""
    timidity: float = 0.0
    """By how much it underrates an exchange, for each card that the exchange takes."""
    camel_neglect: float = 0.0
    """By how much it underrates taking the camels."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value, most = getattr(self, field.name), _MOST.get(field.name, _MOST_LOGITS)
            if not 0 <= value <= most:
                raise ValueError(f"{field.name} must be from 0 to {most:g}, got {value}")

    def towards(self, other: Handicap, share: float) -> Handicap:
        """The handicap that is so far on the way to another one: 0 is this one, 1 the other.

        Noise goes by its square root: so equal shares are about equal steps of strength.
        """
        values = zip(fields(self), astuple(self), astuple(other), strict=True)
        between = {field.name: (1 - share) * own + share * their for field, own, their in values}
        between["noise"] = ((1 - share) * self.noise**0.5 + share * other.noise**0.5) ** 2
        return Handicap(**between)
