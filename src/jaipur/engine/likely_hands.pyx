"""Which cards the other hand holds, from how the other seat has moved.

A redeal takes every deal that agrees with the view as equally likely. Moves tell more: with other
cards the other seat would have moved otherwise. So each hand that it may hold is tried at each of
its decisions, and the network says how likely the move would have been.
"""

from libc.math cimport exp, log
from libc.stdint cimport int32_t, uint16_t, uint32_t

from jaipur.engine.dealt_again import dealt_again
from jaipur.engine.move_model import MoveModel
from jaipur.errors import ImpossiblePosition

from jaipur.engine.network cimport (
    LOGIT_SCALE, HiddenSums, Weights, fill_logits, forget_sums, move_sums, weights_of,
)
from jaipur.rules.core.action_tables cimport GOODS, LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport unpack_cards
from jaipur.rules.core.history cimport action_at
from jaipur.rules.core.knowledge cimport Unseen
from jaipur.rules.core.law cimport (
    ALLOWED, Rules, State, list_moves, play_action, refuse, turn_of,
)
from jaipur.rules.core.redeal cimport Belief
from jaipur.rules.round cimport Round

cdef enum:
    MOST_HANDS = 1287          # of eight cards of six goods
    LARGEST_WEIGHT = 1 << 20


cdef struct Hands:
    int count
    uint32_t cards[MOST_HANDS]
    double logs[MOST_HANDS]    # the logarithm of how likely each is


def likely_hands(view, model=MoveModel(), network=None):
    """A weight for each set of goods that the other hand may hold beside those it has shown.

    None where it holds no such goods, or where the round did not begin with a deal that its
    history goes back to.
    """
    cdef Belief belief = Belief(view)
    cdef const Weights *weights = weights_of(network)
    cdef Hands hands
    cdef int i
    cdef double largest
    if not belief.unseen.unknown or view.ply != len(view.history):
        return None
    hands.count = 0
    add_hands(&belief.unseen, 0, belief.unseen.unknown, 0, 0.0, &hands)
    if not weigh(&hands, belief, view, model, weights):
        return None
    largest = max([hands.logs[i] for i in range(hands.count)])
    return {
        unpack_cards(hands.cards[i]): round(LARGEST_WEIGHT * exp(hands.logs[i] - largest))
        for i in range(hands.count)
    }


cdef void add_hands(
    const Unseen *unseen, int kind, int left, uint32_t cards, double weight, Hands *hands
) noexcept:
    """Add all hands with so many more goods, from this kind on, by how often they are dealt."""
    cdef int count
    if kind == GOODS:
        if not left:
            hands.cards[hands.count] = cards
            hands.logs[hands.count] = weight
            hands.count += 1
        return
    for count in range(min(left, unseen.cards[kind]) + 1):
        add_hands(
            unseen, kind + 1, left - count, cards + (<uint32_t> count << 4 * kind),
            weight + log(unseen.binomial[kind][count]), hands,
        )


cdef bint weigh(Hands *hands, Belief belief, view, model, const Weights *weights) except -1:
    """Play the round again, and weigh each hand by each move of the other seat.

    False if the history leads from no deal to this view: its start was built, not dealt.
    """
    cdef const Rules *rules = &belief.compiled.rules
    cdef const State *now = &belief.unseen.state
    cdef double softness = model.softness, mistakes = model.mistakes, trust = model.trust
    cdef int ply, action, plies = view.ply, seat = view.seat
    cdef Round start
    cdef State state
    try:
        start = dealt_again(view, view.opponent.shown + unpack_cards(hands.cards[0]))
    except (ImpossiblePosition, ValueError):
        return False
    state = start.state
    for ply in range(plies):
        action = action_at(belief.past, ply)
        if refuse(rules, &state, turn_of(&state), action) != ALLOWED:
            return False
        if turn_of(&state) != seat:
            with nogil:
                weigh_move(hands, rules, &state, action, softness, mistakes, trust, weights)
        play_action(rules, &state, action)
    return (
        state.market == now.market and state.hand[seat] == now.hand[seat]
        and state.known[1 - seat] == now.known[1 - seat]
        and state.tokens == now.tokens and state.deck_left == now.deck_left
    )


cdef void weigh_move(
    Hands *hands, const Rules *rules, const State *state, int action, double softness,
    double mistakes, double trust, const Weights *weights,
) noexcept nogil:
    """Weigh each hand by how likely the mover plays the action with it; the state has the first."""
    cdef HiddenSums sums
    cdef State tried = state[0]
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef int hand, i, count, best, mover = turn_of(state)
    cdef double chosen, total, likely
    forget_sums(&sums)
    for hand in range(hands.count):
        tried.hand[mover] = state.hand[mover] + hands.cards[hand] - hands.cards[0]
        move_sums(weights, &weights.head, rules, &tried, &sums)
        count = list_moves(rules, &tried, mover, moves)
        fill_logits(weights, rules, &sums, moves, count, logits)
        best = logits[0]
        for i in range(1, count):
            best = max(best, logits[i])
        chosen = total = 0.0
        for i in range(count):
            likely = exp((logits[i] - best) / (LOGIT_SCALE * softness))
            total += likely
            if moves[i] == action:
                chosen = likely
        hands.logs[hand] += trust * log((1 - mistakes) * chosen / total + mistakes / count)
