"""Learning the value of open positions: TD(lambda) over rounds that a fixed network plays.

Both seats play one ply deep with the player's network, each from its own view, and sometimes at
random, so that unusual positions are met. A random move is no part of the play that is judged: what
comes before it does not learn from what followed.
"""

from libc.math cimport floorf
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.engine.network cimport PROB_ONE, Weights, weights_of
from jaipur.engine.open_features cimport OPEN_FEATURES, OPEN_ROWS, fill_open_rows
from jaipur.engine.referee cimport (
    REFEREE_HIDDEN, REFEREE_OUTPUT_SCALE, REFEREE_UNIT_ONE, RUPEES_SCALE, OpenValue, Referee,
    open_value,
)
from jaipur.engine.waiting cimport count_move, finishing_action
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE, LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport CompiledRules, card_at, compile_rules, put_card
from jaipur.rules.core.law cimport (
    Rules, State, begin_move, list_moves, play_action, rupees_of, seal_of, settle, turn_of,
)
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng, shuffle
from training.float_weights cimport (
    MAX_PLIES, MAX_RULESETS, FloatWeights, compile_all, probability, rounded, uniform,
)

cdef float RUPEES_WEIGHT = 0.25      # of the second output's error, beside the first's


cdef struct Layout:
    float rows[OPEN_ROWS][REFEREE_HIDDEN]
    float bias[REFEREE_HIDDEN]
    float seal[REFEREE_HIDDEN]
    float rupees[REFEREE_HIDDEN]
    float seal_bias
    float rupees_bias


cdef struct Step:
    uint16_t rows[OPEN_FEATURES]
    float seal               # values for the mover
    float rupees
    int seat
    bint random


cdef void sum_rows(const Layout *weights, const uint16_t *rows, float *hidden) noexcept nogil:
    cdef int feature, unit
    cdef const float *row
    memcpy(hidden, weights.bias, REFEREE_HIDDEN * sizeof(float))
    for feature in range(OPEN_FEATURES):
        row = weights.rows[rows[feature]]
        for unit in range(REFEREE_HIDDEN):
            hidden[unit] += row[unit]


cdef float output(const float *hidden, const float *weights, float bias) noexcept nogil:
    cdef float value
    cdef float lanes[16]
    cdef int unit, lane
    for lane in range(16):
        lanes[lane] = 0
    for unit in range(0, REFEREE_HIDDEN, 16):
        for lane in range(16):
            value = hidden[unit + lane]
            value = <float> 0 if value < 0 else value
            value = <float> 1 if value > 1 else value
            lanes[lane] += value * weights[unit + lane]
    for lane in range(16):
        bias += lanes[lane]
    return bias


cdef void value_of(const Layout *weights, Step *step) noexcept nogil:
    cdef float hidden[REFEREE_HIDDEN]
    sum_rows(weights, step.rows, hidden)
    step.seal = probability(output(hidden, weights.seal, weights.seal_bias))
    step.rupees = output(hidden, weights.rupees, weights.rupees_bias)


cdef void gradient_step(
    Layout *weights, const uint16_t *rows, float seal, float rupees, float rate
) noexcept nogil:
    """One step of gradient descent: cross-entropy of the seal, squared error of the rupees."""
    cdef float hidden[REFEREE_HIDDEN]
    cdef float change[REFEREE_HIDDEN]
    cdef float seal_error, rupees_error, value
    cdef int feature, unit
    cdef float *row
    sum_rows(weights, rows, hidden)
    seal_error = rate * (seal - probability(output(hidden, weights.seal, weights.seal_bias)))
    rupees_error = rupees - output(hidden, weights.rupees, weights.rupees_bias)
    rupees_error *= rate * RUPEES_WEIGHT
    for unit in range(REFEREE_HIDDEN):
        value = hidden[unit]
        # A unit outside its range keeps a small gradient, so that none dies.
        change[unit] = seal_error * weights.seal[unit] + rupees_error * weights.rupees[unit]
        change[unit] *= <float> 1 if value > 0 and value < 1 else <float> 0.02
        value = <float> 0 if value < 0 else value
        value = <float> 1 if value > 1 else value
        weights.seal[unit] += seal_error * value
        weights.rupees[unit] += rupees_error * value
        weights.bias[unit] += change[unit]
    weights.seal_bias += seal_error
    weights.rupees_bias += rupees_error
    for feature in range(OPEN_FEATURES):
        row = weights.rows[rows[feature]]
        for unit in range(REFEREE_HIDDEN):
            row[unit] += change[unit]


cdef int play_round(
    const Layout *weights, const Weights *player, const Rules *rules, Rng *rng, float noise,
    State *state, Step *steps,
) noexcept nogil:
    """Play one round and note its after-states with their present values; returns how many."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int count = 0, action, ahead = 0
    deal_at_random(rules, rng, random_below(rng, 2), state)
    while not state.end and count < MAX_PLIES:
        steps[count].seat = turn_of(state)
        steps[count].random = uniform(rng) < noise
        if steps[count].random:
            action = moves[random_below(rng, list_moves(rules, state, turn_of(state), moves))]
            ahead = count_move(ahead, action >= FIRST_EXCHANGE)
        else:
            action = finishing_action(player, rules, state, &ahead)
        begin_move(rules, state, action)
        fill_open_rows(rules, state, steps[count].rows)
        value_of(weights, &steps[count])
        settle(rules, state)
        count += 1
    return count


cdef int learn_round(
    Layout *weights, const Weights *player, const Rules *rules, Rng *rng, float rate,
    float decay, float noise, Step *steps,
) noexcept nogil:
    """Play one round, then learn from it; returns how many moves it had."""
    cdef State state
    cdef int count = play_round(weights, player, rules, rng, noise, &state, steps), seal, i
    cdef float value, lead, ahead, expected
    if not state.end:
        return count
    seal = seal_of(rules, &state)
    # Both for seat 0.
    value = 0.5 if seal < 0 else 1 - seal
    lead = rupees_of(rules, &state, 0) - rupees_of(rules, &state, 1)
    lead /= RUPEES_SCALE
    # The last after-state ended the round, so its value is known and needs no learning.
    for i in range(count - 2, -1, -1):
        expected = 1 - steps[i].seal if steps[i].seat else steps[i].seal
        ahead = -steps[i].rupees if steps[i].seat else steps[i].rupees
        if steps[i + 1].random:
            value, lead = expected, ahead
        elif steps[i].seat:
            gradient_step(weights, steps[i].rows, 1 - value, -lead, rate)
        else:
            gradient_step(weights, steps[i].rows, value, lead, rate)
        value = decay * value + (1 - decay) * expected
        lead = decay * lead + (1 - decay) * ahead
    return count


cdef class RefereeLearner(FloatWeights):
    """A referee's network in floating point, that is trained on the play of a fixed network."""

    cdef Layout *weights

    def __cinit__(self, uint64_t seed=1):
        cdef Rng rng
        cdef int row, unit
        self.weights = <Layout *> self.allocate(sizeof(Layout))
        seed_rng(&rng, seed)
        for unit in range(REFEREE_HIDDEN):
            self.weights.bias[unit] = 0.5
            self.weights.seal[unit] = (uniform(&rng) - 0.5) * 0.5
            self.weights.rupees[unit] = (uniform(&rng) - 0.5) * 0.2
            for row in range(OPEN_ROWS):
                self.weights.rows[row][unit] = (uniform(&rng) - 0.5) * 0.1

    def learn(
        self, int rounds, uint64_t seed, float rate, float decay=0.8, float noise=0.04,
        rulesets=("standard", "box"), network=None,
    ):
        """Play rounds, the rulesets in turn, and learn from each; returns how many moves it took.

        `rate` is the learning rate, `decay` the lambda of TD(lambda), `noise` the share of random
        moves, `network` the player.
        """
        cdef Rng rng
        cdef const Weights *player = weights_of(network)
        cdef Step *steps
        cdef const Rules *rules[MAX_RULESETS]
        cdef int i, count = len(rulesets)
        cdef long moves = 0
        _compiled = compile_all(rulesets, rules)  # owns what the pointers point to
        steps = <Step *> calloc(MAX_PLIES, sizeof(Step))
        if steps == NULL:
            raise MemoryError
        with nogil:
            seed_rng(&rng, seed)
            for i in range(rounds):
                moves += learn_round(
                    self.weights, player, rules[i % count], &rng, rate, decay, noise, steps
                )
        free(steps)
        return moves

    def quantized(self):
        """The weights in 16-bit integers and both output biases, for `pack_referee`."""
        cdef const Layout *weights = self.weights
        cdef int row, unit
        cdef float one = REFEREE_UNIT_ONE * REFEREE_OUTPUT_SCALE
        numbers = [
            rounded(weights.rows[row][unit] * REFEREE_UNIT_ONE)
            for row in range(OPEN_ROWS) for unit in range(REFEREE_HIDDEN)
        ]
        for unit in range(REFEREE_HIDDEN):
            numbers.append(rounded(weights.bias[unit] * REFEREE_UNIT_ONE))
        for unit in range(REFEREE_HIDDEN):
            numbers.append(rounded(weights.seal[unit] * REFEREE_OUTPUT_SCALE))
        for unit in range(REFEREE_HIDDEN):
            numbers.append(rounded(weights.rupees[unit] * REFEREE_OUTPUT_SCALE))
        return (
            numbers, int(floorf(weights.seal_bias * one + <float> 0.5)),
            int(floorf(weights.rupees_bias * one + <float> 0.5)),
        )


cdef State sample_position(
    const Weights *player, const Rules *rules, Rng *rng, int first, State *end
) noexcept nogil:
    """One position of a round of self-play, each as likely as the others, and how the round ends.

    A position late in a long round is met less often than in a list of all positions.
    """
    cdef State kept
    cdef int plies = 0, ahead = 0
    deal_at_random(rules, rng, first, end)
    kept = end[0]
    while not end.end and plies < MAX_PLIES:
        plies += 1
        # The n-th position replaces the kept one with a chance of 1 in n.
        if random_below(rng, plies) == 0:
            kept = end[0]
        play_action(rules, end, finishing_action(player, rules, end, &ahead))
    return kept


def sample_values(
    Referee referee not None, int rounds, uint64_t seed, ruleset="standard", network=None
):
    """One position at random of each round of self-play: its value, the result, and the same in
    rupees, for seat 0.
    """
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Weights *player = weights_of(network)
    cdef const Rules *rules = &compiled.rules
    cdef Rng rng
    cdef State state, kept
    cdef OpenValue value
    cdef int i, seal
    found = []
    seed_rng(&rng, seed)
    for i in range(rounds):
        with nogil:
            kept = sample_position(player, rules, &rng, i & 1, &state)
            value = open_value(referee.weights, player, rules, &kept)
            seal = seal_of(rules, &state)
        found.append((
            value.seal / <double> PROB_ONE, 0.5 if seal < 0 else 1.0 - seal, value.rupees / 256.0,
            rupees_of(rules, &state, 0) - rupees_of(rules, &state, 1),
        ))
    return found


cdef void shuffle_hidden(const Rules *rules, Rng *rng, State *state) noexcept nogil:
    """Shuffle the deck and what is left of the bonus piles."""
    cdef uint8_t cards[64]
    cdef uint8_t tokens[8]
    cdef int i, pile, drawn, left
    for i in range(state.deck_left):
        cards[i] = card_at(state, i)
    shuffle(rng, cards, state.deck_left)
    for i in range(state.deck_left):
        put_card(state, i, cards[i])
    for pile in range(rules.piles):
        drawn = state.bonus_drawn[pile]
        left = rules.bonus_count[pile] - drawn
        for i in range(left):
            tokens[i] = (state.bonus[pile] >> 4 * (drawn + i)) & 15
        shuffle(rng, tokens, left)
        for i in range(left):
            state.bonus[pile] &= ~(<uint32_t> 15 << 4 * (drawn + i))
            state.bonus[pile] |= <uint32_t> tokens[i] << 4 * (drawn + i)


def compare_with_playouts(
    Referee referee not None, int positions, int playouts, uint64_t seed, ruleset="standard",
    network=None,
):
    """Positions of self-play, one a round: the network's value and the mean result of playouts.

    Each playout shuffles the deck and the bonus piles anew. Both are for seat 0.
    """
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Weights *player = weights_of(network)
    cdef const Rules *rules = &compiled.rules
    cdef Rng rng
    cdef State state, kept
    cdef OpenValue value
    cdef int i, _j, seal, points, plies, ahead
    found = []
    seed_rng(&rng, seed)
    for i in range(positions):
        with nogil:
            kept = sample_position(player, rules, &rng, i & 1, &state)
            value = open_value(referee.weights, player, rules, &kept)
            points = 0
            for _j in range(playouts):
                state = kept
                shuffle_hidden(rules, &rng, &state)
                plies = ahead = 0
                while not state.end and plies < MAX_PLIES:
                    plies += 1
                    play_action(rules, &state, finishing_action(player, rules, &state, &ahead))
                seal = seal_of(rules, &state)
                points += 1 if seal < 0 else 2 - 2 * seal
        found.append((value.seal / <double> PROB_ONE, points / (2.0 * playouts), kept.deck_left))
    return found
