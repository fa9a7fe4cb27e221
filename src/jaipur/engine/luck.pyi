from jaipur.engine.referee import Referee
from jaipur.engine.round_values import RoundValues, Worth
from jaipur.rules.round import Round
from jaipur.rules.rulesets import Ruleset

SEAL_ONE: int
RUPEE_ONE: int

def starter_value(ruleset: str | Ruleset = "standard", referee: Referee | None = None) -> Worth: ...
def round_values(round: Round, referee: Referee | None = None) -> RoundValues: ...
