"""What a seat knows of a ChanceRound, as numbers and as text.

An information state has perfect recall: everything that the seat has seen since the deal. An
observation is the present only.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from jaipur.envs.stepwise import CHOICE_NAMES
from jaipur.rules.cards import LETTERS

from jaipur.envs.card_draws cimport letters_of
from jaipur.envs.chance_round cimport ChanceRound, HAND_0, HAND_1, MARKET, MOVE, OVER
from jaipur.envs.observer cimport FLAT_SIZE, Progress, STEPWISE_SIZE, observe_seat
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.history cimport action_at, letters_at, plies_of
from jaipur.rules.core.law cimport Rules, State, turn_of
from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, CAMEL_SHIFT, FIRST_EXCHANGE, FIRST_SALE, GOODS, GOODS_MASK, KINDS, tables,
    total,
)

PLY_NUMBERS = 22      # for each ply: 7 taken, 7 given, 7 laid out, the value of the own bonus token


def write_observation(ChanceRound round, int seat, out, seals=(0, 0)):
    """Write the observation of a seat into an array of float32."""
    cdef float[::1] numbers = out
    cdef Progress progress
    cdef int size = STEPWISE_SIZE if round.stepwise else FLAT_SIZE
    progress.over = round.node.phase == OVER
    progress.seals[0], progress.seals[1] = seals
    progress.chosen = NULL
    if round.stepwise:
        progress.chosen = &round.node.chosen[0]
    if numbers.shape[0] != size:
        raise ValueError(f"the array must have {size} entries, got {numbers.shape[0]}")
    if round.node.phase >= MOVE:
        observe_seat(
            &round.observer.scales, &round.compiled.rules, &round.node.state, seat, &progress,
            &numbers[0],
        )
    else:
        numbers[:] = 0


def write_information_state(ChanceRound round, int seat, dealt, start, plies):
    """Write all that a seat has seen: its deal, the first market, and PLY_NUMBERS for each ply."""
    cdef float[::1] own = dealt
    cdef float[::1] market = start
    cdef float[:, ::1] rows = plies
    own[:] = 0
    market[:] = 0
    rows[:] = 0
    if round.node.phase > HAND_0 + seat:
        write_counts(&own[0], round.node.dealt[seat])
    if round.node.phase > HAND_1 - seat:
        own[7] = round.node.dealt[1 - seat] >> CAMEL_SHIFT
    if round.node.phase > MARKET:
        write_counts(&market[0], round.start_market())
    write_plies(&round.compiled.rules, &round.node.state, round.past, seat, &rows[0, 0])


def information_state_text(ChanceRound round, int seat):
    """All that a seat has seen: its deal, its bonus tokens, the moves and the cards laid out."""
    parts = [f"seat {seat}, starter {round.node.first}"]
    if round.node.phase > HAND_0 + seat:
        parts.append(f"dealt {letters_of(round.node.dealt[seat])}")
    if round.node.phase > HAND_1 - seat:
        parts.append(f"opponent's camels {round.node.dealt[1 - seat] >> CAMEL_SHIFT}")
    if round.node.phase > MARKET:
        parts.append(f"market {letters_of(round.start_market())}")
        parts.append(f"bonus {bonus_text(&round.node.state, seat)}")
        parts.append(f"moves{round.moves_text}")
    if round.node.depth and turn_of(&round.node.state) == seat:
        parts.append(choices_text(round.node.chosen))
    return "; ".join(parts)


def observation_text(ChanceRound round, int seat):
    """What a seat may know of the present position, without the moves that led to it."""
    text = f"seat {seat}"
    if round.node.phase >= MOVE:
        text += position_text(&round.compiled.rules, &round.node.state, seat)
    if round.node.depth and turn_of(&round.node.state) == seat:
        text += "; " + choices_text(round.node.chosen)
    return text


cdef void write_counts(float *out, uint32_t cards) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        out[kind] = (cards >> 4 * kind) & 15


cdef int write_plies(
    const Rules *rules, const State *state, bytes past, int seat, float *row
) except -1:
    """Write PLY_NUMBERS for each move that was played."""
    cdef int i, card, action
    cdef int[3] tokens
    memset(tokens, 0, sizeof(tokens))
    for i in range(plies_of(past)):
        action = action_at(past, i)
        write_counts(row, tables.swap[action].take)
        row[6] = action == CAMELS_ACTION
        write_counts(row + 7, tables.swap[action].give)
        for letter in letters_at(past, i):
            card = LETTERS.index(letter)
            row[14 + card] += 1
        row[21] = bonus_value(rules, state, action, seat, (state.first + i) & 1, tokens)
        row += 22
    return 0


cdef int bonus_value(
    const Rules *rules, const State *state, int action, int seat, int mover, int *tokens
) noexcept nogil:
    """The value of the bonus token that a move drew, or 0 if the seat may not know it.

    `tokens` counts the tokens drawn from each pile.
    """
    cdef int pile, drawn
    if not FIRST_SALE <= action < FIRST_EXCHANGE:
        return 0
    pile = rules.bonus_pile[total(tables.swap[action].give)]
    if pile < 0 or tokens[pile] >= rules.bonus_count[pile]:
        return 0
    drawn = tokens[pile]
    tokens[pile] += 1
    return (state.bonus[pile] >> 4 * drawn) & 15 if mover == seat else 0


cdef str bonus_text(const State *state, int seat):
    """The bonus tokens of a seat by pile, in drawing order."""
    cdef int pile, i
    piles = []
    for pile in range(3):
        values = [
            str((state.bonus[pile] >> 4 * i) & 15)
            for i in range(state.bonus_drawn[pile])
            if (state.bonus_owner[pile] >> i) & 1 == seat
        ]
        piles.append(".".join(values) or "-")
    return " ".join(piles)


cdef str choices_text(const uint8_t *chosen):
    return "choosing " + ", ".join([
        f"{CHOICE_NAMES[i]} {chosen[i]}" for i in range(CHOICE_COUNT) if chosen[i]
    ])


cdef str position_text(const Rules *rules, const State *state, int seat):
    """What a seat may know of a position (R11)."""
    cdef int other = 1 - seat, pile
    cdef uint32_t theirs = state.hand[other]
    tokens = " ".join([str((state.tokens >> 4 * good) & 15) for good in range(GOODS)])
    left = [rules.bonus_count[pile] - state.bonus_drawn[pile] for pile in range(rules.piles)]
    bonus = " ".join(map(str, left))
    return (
        f", starter {state.first}, ply {state.ply}; market {letters_of(state.market)}; "
        f"deck {state.deck_left}; sold {letters_of(state.discard)}; tokens {tokens}; "
        f"bonus {bonus}; "
        f"own {letters_of(state.hand[seat])}, known {letters_of(state.known[seat])}, "
        f"shown {letters_of(state.shown[seat])}, rupees {state.goods_rupees[seat]}, "
        f"tokens {state.goods_tokens[seat]}, bonus {bonus_text(state, seat)}; "
        f"opponent {total(theirs & GOODS_MASK)} goods, {theirs >> CAMEL_SHIFT} camels, "
        f"known {letters_of(state.known[other])}, shown {letters_of(state.shown[other])}, "
        f"rupees {state.goods_rupees[other]}, tokens {state.goods_tokens[other]}, "
        f"bonus tokens {state.bonus_tokens[other]}"
    )
