"""Learning by self-play: TD(lambda) over after-states, in floating point, without the GIL.

A round is played by both seats with the network's own choice. The network that chooses is a copy in
integers, which is fast, and is made anew every few rounds. Afterwards each after-state is moved
towards the lambda-return that follows it. Several threads may learn into one set of weights.
Against a frozen network, only the learner's own after-states count.
"""

from libc.math cimport expf, floorf
from libc.stdint cimport int16_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.engine.features cimport PIECES, ROWS, fill_rows
from jaipur.engine.network cimport (
    HIDDEN, ONE, OUTPUT_SCALE, WHOLE, Brain, Network, best_action, share,
)
from jaipur.rules.core.rng cimport Rng, random_below, next_word, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport Rules, State, begin_move, list_moves, seal_of, settle, turn_of
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.action_tables cimport LEGAL_ROOM

cdef enum:
    PLY_LIMIT = 300
    COPY_LASTS = 100     # rounds that are played with one copy in integers


cdef struct Weights:
    float rows[ROWS][HIDDEN]
    float bias[HIDDEN]
    float output[HIDDEN]
    float output_bias


cdef struct Step:
    uint16_t rows[PIECES]
    float value
    int seat


cdef float uniform(Rng *rng) noexcept nogil:
    return (next_word(rng) >> 40) * (1.0 / 16777216.0)


cdef void sum_rows(const Weights *weights, const uint16_t *rows, float *hidden) noexcept nogil:
    cdef int piece, unit
    cdef const float *row
    for unit in range(HIDDEN):
        hidden[unit] = weights.bias[unit]
    for piece in range(PIECES):
        row = weights.rows[rows[piece]]
        for unit in range(HIDDEN):
            hidden[unit] += row[unit]


cdef float logit_of(const Weights *weights, const float *hidden) noexcept nogil:
    cdef float logit = weights.output_bias, value
    cdef float parts[HIDDEN]
    cdef int unit
    for unit in range(HIDDEN):
        value = hidden[unit]
        value = <float> 0 if value < 0 else value
        value = <float> 1 if value > 1 else value
        parts[unit] = value * weights.output[unit]
    for unit in range(HIDDEN):
        logit += parts[unit]
    return logit


cdef float probability(float logit) noexcept nogil:
    return 1 / (1 + expf(-logit))


cdef void improve(Weights *weights, const uint16_t *rows, float target, float rate) noexcept nogil:
    """One step of gradient descent on the cross-entropy of a value with its target."""
    cdef float hidden[HIDDEN]
    cdef float change[HIDDEN]
    cdef float error, value
    cdef int piece, unit
    cdef float *row
    sum_rows(weights, rows, hidden)
    error = rate * (target - probability(logit_of(weights, hidden)))
    for unit in range(HIDDEN):
        value = hidden[unit]
        # A unit outside its range still learns a little, so that none is lost for ever.
        change[unit] = error * weights.output[unit]
        change[unit] *= <float> 1 if value > 0 and value < 1 else <float> 0.02
        value = <float> 0 if value < 0 else value
        value = <float> 1 if value > 1 else value
        weights.output[unit] += error * value
        weights.bias[unit] += change[unit]
    weights.output_bias += error
    for piece in range(PIECES):
        row = weights.rows[rows[piece]]
        for unit in range(HIDDEN):
            row[unit] += change[unit]


cdef int16_t nearest(float number) noexcept nogil:
    number = floorf(number + <float> 0.5)
    return <int16_t> (-32767 if number < -32767 else 32767 if number > 32767 else number)


cdef void quantize(const Weights *weights, Network *network) noexcept nogil:
    """The weights in integers, as the engine has them."""
    cdef int row, unit
    for row in range(ROWS):
        for unit in range(HIDDEN):
            network.rows[row][unit] = nearest(weights.rows[row][unit] * ONE)
    for unit in range(HIDDEN):
        network.bias[unit] = nearest(weights.bias[unit] * ONE)
        network.head.output[unit] = nearest(weights.output[unit] * OUTPUT_SCALE)
    network.head.bias = <int> floorf(weights.output_bias * (ONE * OUTPUT_SCALE) + <float> 0.5)


cdef int choose(
    const Weights *weights, const Network *copy, const Rules *rules, const State *state,
    Rng *rng, float noise, Step *step,
) noexcept nogil:
    """The action with the best after-state, or with a small chance any; its rows and value."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef float hidden[HIDDEN]
    cdef State after = state[0]
    cdef int action, logit
    if uniform(rng) < noise:
        action = moves[random_below(rng, list_moves(rules, state, turn_of(state), moves))]
        begin_move(rules, &after, action)
        fill_rows(rules, &after, step.rows)
        sum_rows(weights, step.rows, hidden)
        step.value = probability(logit_of(weights, hidden))
    else:
        action = best_action(copy, &copy.head, rules, state, &logit)
        begin_move(rules, &after, action)
        fill_rows(rules, &after, step.rows)
        step.value = share(logit) / <float> WHOLE
    step.seat = turn_of(state)
    return action


cdef int learn_round(
    Weights *weights, const Network *copy, const Network *frozen, const Rules *rules,
    Rng *rng, float rate, float trace, float noise, Step *steps,
) noexcept nogil:
    """Play one round, then learn from it; how many moves it had."""
    cdef State state
    cdef int count = 0, plies = 0, action, seal, i, seat, other
    cdef float value
    deal_at_random(rules, rng, random_below(rng, 2), &state)
    other = random_below(rng, 2) if frozen != NULL else -1
    while not state.end and plies < PLY_LIMIT:
        if turn_of(&state) == other:
            action = best_action(frozen, &frozen.head, rules, &state, &i)
        else:
            action = choose(weights, copy, rules, &state, rng, noise, &steps[count])
            count += 1
        begin_move(rules, &state, action)
        settle(rules, &state)
        plies += 1
    if not state.end or not count:
        return plies
    seal = seal_of(rules, &state)
    seat = steps[count - 1].seat
    value = 0.5 if seal < 0 else (1.0 if seal == seat else 0.0)
    for i in range(count - 1, -1, -1):
        if steps[i].seat != seat:
            seat = steps[i].seat
            value = 1 - value
        improve(weights, steps[i].rows, value, rate)
        value = trace * value + (1 - trace) * steps[i].value
    return plies


cdef class Learner:
    """Weights in floating point that improve by self-play."""

    cdef Weights *weights

    def __cinit__(self, uint64_t seed=1):
        cdef Rng rng
        cdef int row, unit
        self.weights = <Weights *> calloc(1, sizeof(Weights))
        if self.weights == NULL:
            raise MemoryError
        seed_rng(&rng, seed)
        for unit in range(HIDDEN):
            self.weights.bias[unit] = 0.5
            self.weights.output[unit] = (uniform(&rng) - 0.5) * 0.5
            for row in range(ROWS):
                self.weights.rows[row][unit] = (uniform(&rng) - 0.5) * 0.1

    def __dealloc__(self):
        free(self.weights)

    def learn(
        self, int rounds, uint64_t seed, float rate, float trace=0.7, float noise=0.02,
        rulesets=("standard", "box"), Brain frozen=None,
    ):
        """Play rounds, the rulesets in turn, and learn from each; how many moves it took.

        Against itself, or against a frozen network.
        """
        cdef Rng rng
        cdef const Network *other = NULL if frozen is None else frozen.network
        cdef Step *steps
        cdef Network *copy
        cdef const Rules *rules[8]
        cdef int i, count = len(rulesets)
        cdef long moves = 0
        if not 0 < count <= 8:
            raise ValueError("One to eight rulesets can be learnt at a time.")
        compiled = [compile_rules(ruleset) for ruleset in rulesets]
        for i in range(count):
            rules[i] = &(<CompiledRules> compiled[i]).rules
        steps = <Step *> calloc(PLY_LIMIT, sizeof(Step))
        copy = <Network *> calloc(1, sizeof(Network))
        if steps == NULL or copy == NULL:
            free(steps)
            free(copy)
            raise MemoryError
        with nogil:
            seed_rng(&rng, seed)
            for i in range(rounds):
                if i % COPY_LASTS == 0:
                    quantize(self.weights, copy)
                moves += learn_round(
                    self.weights, copy, other, rules[i % count], &rng, rate, trace, noise, steps
                )
        free(steps)
        free(copy)
        return moves

    def adopt(self, Brain brain not None):
        """Go on from a network in integers."""
        cdef const Network *network = brain.network
        cdef int row, unit
        for unit in range(HIDDEN):
            for row in range(ROWS):
                self.weights.rows[row][unit] = network.rows[row][unit] / <float> ONE
            self.weights.bias[unit] = network.bias[unit] / <float> ONE
            self.weights.output[unit] = network.head.output[unit] / <float> OUTPUT_SCALE
        self.weights.output_bias = network.head.bias / <float> (ONE * OUTPUT_SCALE)

    def blend(self, Learner other not None, float part):
        """Move all weights by a part of the way towards another's."""
        cdef float *mine = <float *> self.weights
        cdef const float *theirs = <const float *> other.weights
        cdef int i, count = sizeof(Weights) // sizeof(float)
        for i in range(count):
            mine[i] += part * (theirs[i] - mine[i])

    def save(self):
        """The weights as bytes, to go on from later."""
        return (<char *> self.weights)[:sizeof(Weights)]

    def load(self, bytes data):
        """Go on from saved weights."""
        if len(data) != sizeof(Weights):
            raise ValueError("These are not weights of this layout.")
        memcpy(self.weights, <char *> data, sizeof(Weights))

    def quantized(self):
        """The weights in 16-bit integers, as the engine's file holds them."""
        cdef Network *network = <Network *> calloc(1, sizeof(Network))
        cdef int row, unit
        if network == NULL:
            raise MemoryError
        quantize(self.weights, network)
        numbers = [network.rows[row][unit] for row in range(ROWS) for unit in range(HIDDEN)]
        numbers += [network.bias[unit] for unit in range(HIDDEN)]
        numbers += [network.head.output[unit] for unit in range(HIDDEN)]
        bias = network.head.bias
        free(network)
        return numbers, bias
