"""The candidates of a search: the moves in the order in which the network likes them."""

from jaipur.rules.moves import Move

from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE
from jaipur.rules.core.law cimport play_action

cdef enum:
    PROGRESS_MOVES = 3         # so many takes and sales are candidates where exchanges cost


cdef list ranked(const uint16_t *actions, const int32_t *logits, int count):
    """Each action with its logit negated, so that the best comes first."""
    return sorted([(-logits[i], actions[i]) for i in range(count)])


cdef int put_wanted_first(list order, moves) except -1:
    """Bring the given moves to the front; how many they are."""
    wanted = {move.action for move in moves}
    if not wanted <= {action for _, action in order} or not wanted:
        raise ValueError(
            "moves must be legal and at least one, "
            f"got {[str(Move.from_action(action)) for action in sorted(wanted)]}"
        )
    order.sort(key=lambda pair: pair[1] not in wanted)
    return len(wanted)


cdef int add_finishing(
    list order, int width, const Rules *rules, const State *state, bint exchanges_cost
) except -1:
    """Bring what ends the round behind the best; how many candidates there are then.

    Where exchanges cost something, so come the best takes and sales.
    """
    cdef State after
    cdef int progress = 0
    added = set()
    for rank, (_, action) in enumerate(order):
        after = state[0]
        play_action(rules, &after, action)
        progress += action < FIRST_EXCHANGE
        is_progress = action < FIRST_EXCHANGE and progress <= PROGRESS_MOVES
        if rank >= width and (after.end or exchanges_cost and is_progress):
            added.add(action)
    order[width:] = sorted(order[width:], key=lambda pair: pair[1] not in added)
    return width + len(added)
