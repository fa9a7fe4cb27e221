"""Learning the value of open positions: TD(lambda) over rounds that a fixed network plays.

Both seats play one ply deep with the player's network, each from its own view, and sometimes at
random, so that unusual positions are met. A random move is no part of the play that is judged: what
comes before it does not learn from what followed.
"""

from libc.math cimport expf, floorf
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.engine.network cimport PROB_ONE, Weights, best_action, weights_of
from jaipur.engine.open_features cimport OPEN_FEATURES, OPEN_ROWS, fill_open_rows
from jaipur.engine.referee cimport (
    REFEREE_HIDDEN, REFEREE_OUTPUT_SCALE, REFEREE_UNIT_ONE, RUPEES_SCALE, OpenValue, Referee,
    open_value,
)
from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport CompiledRules, card_at, compile_rules, put_card
from jaipur.rules.core.law cimport (
    Rules, State, begin_move, list_moves, play_action, rupees_of, seal_of, settle, turn_of,
)
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.rng cimport Rng, next_word, random_below, seed_rng, shuffle

cdef enum:
    MAX_PLIES = 300      # longer rounds are dropped

cdef float RUPEES_WEIGHT = 0.25      # of the second output's error, beside the first's


cdef struct FloatWeights:
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


cdef float uniform(Rng *rng) noexcept nogil:
    return (next_word(rng) >> 40) * (1.0 / 16777216.0)


cdef void sum_rows(const FloatWeights *weights, const uint16_t *rows, float *hidden) noexcept nogil:
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


cdef float probability(float logit) noexcept nogil:
    return 1 / (1 + expf(-logit))


cdef void value_of(const FloatWeights *weights, Step *step) noexcept nogil:
    cdef float hidden[REFEREE_HIDDEN]
    sum_rows(weights, step.rows, hidden)
    step.seal = probability(output(hidden, weights.seal, weights.seal_bias))
    step.rupees = output(hidden, weights.rupees, weights.rupees_bias)


cdef void gradient_step(
    FloatWeights *weights, const uint16_t *rows, float seal, float rupees, float rate
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
    const FloatWeights *weights, const Weights *player, const Rules *rules, Rng *rng, float noise,
    State *state, Step *steps,
) noexcept nogil:
    """Play one round and note its after-states with their present values; returns how many."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int count = 0, action, logit
    deal_at_random(rules, rng, random_below(rng, 2), state)
    while not state.end and count < MAX_PLIES:
        steps[count].seat = turn_of(state)
        steps[count].random = uniform(rng) < noise
        if steps[count].random:
            action = moves[random_below(rng, list_moves(rules, state, turn_of(state), moves))]
        else:
            action = best_action(player, &player.head, rules, state, &logit)
        begin_move(rules, state, action)
        fill_open_rows(rules, state, steps[count].rows)
        value_of(weights, &steps[count])
        settle(rules, state)
        count += 1
    return count


cdef int learn_round(
    FloatWeights *weights, const Weights *player, const Rules *rules, Rng *rng, float rate,
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


cdef int16_t rounded(float number) noexcept nogil:
    number = floorf(number + <float> 0.5)
    return <int16_t> (-32767 if number < -32767 else 32767 if number > 32767 else number)


cdef class RefereeLearner:
    """A referee's network in floating point, that is trained on the play of a fixed network."""

    cdef FloatWeights *weights

    def __cinit__(self, uint64_t seed=1):
        cdef Rng rng
        cdef int row, unit
        self.weights = <FloatWeights *> calloc(1, sizeof(FloatWeights))
        if self.weights == NULL:
            raise MemoryError
        seed_rng(&rng, seed)
        for unit in range(REFEREE_HIDDEN):
            self.weights.bias[unit] = 0.5
            self.weights.seal[unit] = (uniform(&rng) - 0.5) * 0.5
            self.weights.rupees[unit] = (uniform(&rng) - 0.5) * 0.2
            for row in range(OPEN_ROWS):
                self.weights.rows[row][unit] = (uniform(&rng) - 0.5) * 0.1

    def __dealloc__(self):
        free(self.weights)

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
        cdef const Rules *rules[8]
        cdef int i, count = len(rulesets)
        cdef long moves = 0
        if not 0 < count <= 8:
            raise ValueError(f"the number of rulesets must be from 1 to 8, got {count}")
        compiled = [compile_rules(ruleset) for ruleset in rulesets]
        for i in range(count):
            rules[i] = &(<CompiledRules> compiled[i]).rules
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

    def move_towards(self, RefereeLearner other not None, float fraction):
        """Move all weights by a fraction of the way towards those of another learner."""
        cdef float *mine = <float *> self.weights
        cdef const float *theirs = <const float *> other.weights
        cdef int i, count = sizeof(FloatWeights) // sizeof(float)
        for i in range(count):
            mine[i] += fraction * (theirs[i] - mine[i])

    def save(self):
        """The weights as bytes, for `load`."""
        return (<char *> self.weights)[:sizeof(FloatWeights)]

    def load(self, bytes data not None):
        """Replace the weights by saved ones."""
        if len(data) != sizeof(FloatWeights):
            raise ValueError(
                f"saved weights of this layout must have {sizeof(FloatWeights)} bytes, "
                f"got {len(data)}"
            )
        memcpy(self.weights, <char *> data, sizeof(FloatWeights))

    def quantized(self):
        """The weights in 16-bit integers and both output biases, for `pack_referee`."""
        cdef const FloatWeights *weights = self.weights
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


def sample_values(
    Referee referee not None, int rounds, uint64_t seed, ruleset="standard", network=None
):
    """One position at random of each round of self-play: its value, the result, and the same in
    rupees, for seat 0.

    A round's positions are equally likely; half of the rounds are as long as the mean, so a
    position late in a long round is met less often than in a list of all of them.
    """
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Weights *player = weights_of(network)
    cdef const Rules *rules = &compiled.rules
    cdef Rng rng
    cdef State state, kept
    cdef OpenValue value
    cdef int i, action, logit, seal, plies
    found = []
    seed_rng(&rng, seed)
    for i in range(rounds):
        with nogil:
            deal_at_random(rules, &rng, i & 1, &state)
            plies = 0
            while not state.end and plies < MAX_PLIES:
                plies += 1
                # The n-th position replaces the kept one with a chance of 1 in n.
                if random_below(&rng, plies) == 0:
                    kept = state
                action = best_action(player, &player.head, rules, &state, &logit)
                play_action(rules, &state, action)
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
    cdef int i, _j, action, logit, seal, points, plies
    found = []
    seed_rng(&rng, seed)
    for i in range(positions):
        with nogil:
            deal_at_random(rules, &rng, i & 1, &state)
            plies = 0
            while not state.end and plies < MAX_PLIES:
                plies += 1
                if random_below(&rng, plies) == 0:
                    kept = state
                action = best_action(player, &player.head, rules, &state, &logit)
                play_action(rules, &state, action)
            value = open_value(referee.weights, player, rules, &kept)
            points = 0
            for _j in range(playouts):
                state = kept
                shuffle_hidden(rules, &rng, &state)
                plies = 0
                while not state.end and plies < MAX_PLIES:
                    plies += 1
                    action = best_action(player, &player.head, rules, &state, &logit)
                    play_action(rules, &state, action)
                seal = seal_of(rules, &state)
                points += 1 if seal < 0 else 2 - 2 * seal
        found.append((value.seal / <double> PROB_ONE, points / (2.0 * playouts), kept.deck_left))
    return found
