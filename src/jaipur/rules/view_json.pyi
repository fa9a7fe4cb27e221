from jaipur.rules.round_facts import RoundFacts

def view_json(
    round: RoundFacts,
    seat: int | None,
    number: int | None = None,
    seals: tuple[int, int] | None = None,
) -> bytes: ...
def quoted(text: str) -> bytes: ...
