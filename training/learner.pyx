"""Learning by self-play: TD(lambda) over after-states, in floating point, without the GIL.

Both seats play a round with the network's own choice, computed by a copy of the weights in
integers, which is fast and is refreshed every few rounds. Afterwards the value of each after-state
is moved towards the lambda-return that follows it. Several threads may update one set of weights.
Against a fixed opponent only the learner's own after-states count.
"""

from libc.math cimport expf, floorf
from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.features cimport FEATURES, ROWS, fill_rows
from jaipur.engine.network cimport (
    HIDDEN, OUTPUT_SCALE, PROB_ONE, UNIT_ONE, Network, Weights, best_action, win_probability,
)
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng
from jaipur.rules.core.law cimport Rules, State, begin_move, list_moves, seal_of, settle, turn_of
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from training.float_weights cimport (
    MAX_PLIES, MAX_RULESETS, FloatWeights, compile_all, probability, rounded, uniform,
)
from training.rollouts cimport Example

cdef enum:
    COPY_ROUNDS = 100    # rounds that are played with one copy in integers
    MAX_GROUP = 16       # examples of one decision


cdef struct Layout:
    float rows[ROWS][HIDDEN]
    float bias[HIDDEN]
    float output[HIDDEN]
    float output_bias


cdef struct Loss:            # what `Learner.fit` learns from a group
    float shared
    float choice
    float temperature


cdef struct Step:
    uint16_t rows[FEATURES]
    float value
    int seat


cdef void sum_rows(const Layout *weights, const uint16_t *rows, float *hidden) noexcept nogil:
    cdef int feature, unit
    cdef const float *row
    for unit in range(HIDDEN):
        hidden[unit] = weights.bias[unit]
    for feature in range(FEATURES):
        row = weights.rows[rows[feature]]
        for unit in range(HIDDEN):
            hidden[unit] += row[unit]


cdef float logit_of(const Layout *weights, const float *hidden) noexcept nogil:
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


cdef void gradient_step(
    Layout *weights, const uint16_t *rows, float target, float rate
) noexcept nogil:
    """One step of gradient descent on the cross-entropy of a value with its target."""
    cdef float hidden[HIDDEN]
    sum_rows(weights, rows, hidden)
    move_output(weights, rows, hidden, rate * (target - probability(logit_of(weights, hidden))))


cdef void move_output(
    Layout *weights, const uint16_t *rows, const float *hidden, float error
) noexcept nogil:
    """Move the weights along the gradient of the output, so many times it."""
    cdef float change[HIDDEN]
    cdef float value
    cdef int feature, unit
    cdef float *row
    for unit in range(HIDDEN):
        value = hidden[unit]
        # A unit outside its range keeps a small gradient, so that none dies.
        change[unit] = error * weights.output[unit]
        change[unit] *= <float> 1 if value > 0 and value < 1 else <float> 0.02
        value = <float> 0 if value < 0 else value
        value = <float> 1 if value > 1 else value
        weights.output[unit] += error * value
        weights.bias[unit] += change[unit]
    weights.output_bias += error
    for feature in range(FEATURES):
        row = weights.rows[rows[feature]]
        for unit in range(HIDDEN):
            row[unit] += change[unit]


cdef void quantize(const Layout *weights, Weights *quantized) noexcept nogil:
    """The weights in integers, as the engine uses them."""
    cdef int row, unit
    for row in range(ROWS):
        for unit in range(HIDDEN):
            quantized.rows[row][unit] = rounded(weights.rows[row][unit] * UNIT_ONE)
    for unit in range(HIDDEN):
        quantized.bias[unit] = rounded(weights.bias[unit] * UNIT_ONE)
        quantized.head.output[unit] = rounded(weights.output[unit] * OUTPUT_SCALE)
    quantized.head.bias = <int> floorf(
        weights.output_bias * (UNIT_ONE * OUTPUT_SCALE) + <float> 0.5
    )


cdef int choose(
    const Layout *weights, const Weights *copy, const Rules *rules, const State *state,
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
        step.value = win_probability(logit) / <float> PROB_ONE
    step.seat = turn_of(state)
    return action


cdef int learn_round(
    Layout *weights, const Weights *copy, const Weights *opponent, const Rules *rules,
    Rng *rng, float rate, float decay, float noise, Step *steps,
) noexcept nogil:
    """Play one round, then learn from it; returns how many moves it had."""
    cdef State state
    cdef int count = 0, plies = 0, action, seal, i, seat, opponent_seat
    cdef float value
    deal_at_random(rules, rng, random_below(rng, 2), &state)
    opponent_seat = random_below(rng, 2) if opponent != NULL else -1
    while not state.end and plies < MAX_PLIES:
        if turn_of(&state) == opponent_seat:
            action = best_action(opponent, &opponent.head, rules, &state, &i)
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
        gradient_step(weights, steps[i].rows, value, rate)
        value = decay * value + (1 - decay) * steps[i].value
    return plies


cdef void shuffle(int *order, int count, Rng *rng) noexcept nogil:
    """The numbers from 0 on in a random order, by Fisher and Yates, from the inside out."""
    cdef int i, place
    for i in range(count):
        place = random_below(rng, i + 1)
        order[i] = order[place]
        order[place] = i


cdef double fit_group(
    Layout *weights, const Example *examples, int count, float rate, const Loss *loss
) noexcept nogil:
    """One step for each example of a decision; the sum of their squared errors before it."""
    cdef float hidden[MAX_GROUP][HIDDEN]
    cdef float logits[MAX_GROUP]
    cdef float errors[MAX_GROUP]
    cdef float chances[MAX_GROUP]
    cdef float mean = 0, best = -1e9, total = 0, expected = 0
    cdef double squares = 0
    cdef int i
    for i in range(count):
        sum_rows(weights, examples[i].rows, hidden[i])
        logits[i] = logit_of(weights, hidden[i])
        best = max(best, logits[i])
        errors[i] = examples[i].share - probability(logits[i])
        mean += errors[i] / count
        squares += errors[i] * errors[i]
    for i in range(count):
        chances[i] = expf((logits[i] - best) / loss.temperature)
        total += chances[i]
        expected += chances[i] * examples[i].share
    for i in range(count):
        errors[i] -= (1 - loss.shared) * mean
        chances[i] *= (examples[i].share - expected / total) / (total * loss.temperature)
        move_output(
            weights, examples[i].rows, hidden[i], rate * (errors[i] + loss.choice * chances[i])
        )
    return squares


cdef class Learner(FloatWeights):
    """Weights in floating point that are trained by self-play."""

    cdef Layout *weights

    def __cinit__(self, uint64_t seed=1):
        cdef Rng rng
        cdef int row, unit
        self.weights = <Layout *> self.allocate(sizeof(Layout))
        seed_rng(&rng, seed)
        for unit in range(HIDDEN):
            self.weights.bias[unit] = 0.5
            self.weights.output[unit] = (uniform(&rng) - 0.5) * 0.5
            for row in range(ROWS):
                self.weights.rows[row][unit] = (uniform(&rng) - 0.5) * 0.1

    def learn(
        self, int rounds, uint64_t seed, float rate, float decay=0.7, float noise=0.02,
        rulesets=("standard", "box"), Network opponent=None,
    ):
        """Play rounds, the rulesets in turn, and learn from each; returns how many moves it took.

        `rate` is the learning rate, `decay` the lambda of TD(lambda), `noise` the share of random
        moves. The learner plays against itself, or against an `opponent` that does not change.
        """
        cdef Rng rng
        cdef const Weights *other = NULL if opponent is None else opponent.weights
        cdef Step *steps
        cdef Weights *copy
        cdef const Rules *rules[MAX_RULESETS]
        cdef int i, count = len(rulesets)
        cdef long moves = 0
        _compiled = compile_all(rulesets, rules)  # owns what the pointers point to
        steps = <Step *> calloc(MAX_PLIES, sizeof(Step))
        copy = <Weights *> calloc(1, sizeof(Weights))
        if steps == NULL or copy == NULL:
            free(steps)
            free(copy)
            raise MemoryError
        with nogil:
            seed_rng(&rng, seed)
            for i in range(rounds):
                if i % COPY_ROUNDS == 0:
                    quantize(self.weights, copy)
                moves += learn_round(
                    self.weights, copy, other, rules[i % count], &rng, rate, decay, noise, steps
                )
        free(steps)
        free(copy)
        return moves

    def fit(
        self, bytes examples not None, uint64_t seed, float rate, int group=1, float shared=1.0,
        float choice=0.0, float temperature=0.1,
    ):
        """One step for each example of `training.rollouts`, in an order that the seed decides.

        With groups, as those of `training.choices`, so many examples after each other are of one
        decision. The error that they have in common says nothing of which move is better, and only
        the `shared` part of it is learnt from. `choice` is the weight of a second loss: what is
        lost by choosing among the moves of a group by a softmax of their logits at a `temperature`.
        Returns the root of the mean squared error that the examples had before their steps.
        """
        cdef const Example *first = <const Example *> <const char *> examples
        cdef int count = len(examples) // sizeof(Example), i
        cdef Rng rng
        cdef double error = 0
        cdef Loss loss
        cdef int *order
        loss.shared, loss.choice, loss.temperature = shared, choice, temperature
        if not count or len(examples) % sizeof(Example) or group < 1 or count % group:
            raise ValueError(
                "examples must be whole, in whole groups and at least one, "
                f"got {len(examples)} bytes in groups of {group}"
            )
        if group > MAX_GROUP or not temperature > 0:
            raise ValueError(
                f"group must be 1 to {MAX_GROUP} and temperature above 0, "
                f"got group {group}, temperature {temperature:g}"
            )
        count //= group
        order = <int *> calloc(count, sizeof(int))
        if order == NULL:
            raise MemoryError
        with nogil:
            seed_rng(&rng, seed)
            shuffle(order, count, &rng)
            for i in range(count):
                error += fit_group(self.weights, &first[order[i] * group], group, rate, &loss)
        free(order)
        return (error / (count * group)) ** 0.5

    def load_network(self, Network network not None):
        """Replace the weights by those of a network."""
        cdef const Weights *start = network.weights
        cdef int row, unit
        for unit in range(HIDDEN):
            for row in range(ROWS):
                self.weights.rows[row][unit] = start.rows[row][unit] / <float> UNIT_ONE
            self.weights.bias[unit] = start.bias[unit] / <float> UNIT_ONE
            self.weights.output[unit] = start.head.output[unit] / <float> OUTPUT_SCALE
        self.weights.output_bias = start.head.bias / <float> (UNIT_ONE * OUTPUT_SCALE)

    def quantized(self):
        """The weights in 16-bit integers and the output bias, for `pack_weights`."""
        cdef Weights *copy = <Weights *> calloc(1, sizeof(Weights))
        cdef int row, unit
        if copy == NULL:
            raise MemoryError
        quantize(self.weights, copy)
        numbers = [copy.rows[row][unit] for row in range(ROWS) for unit in range(HIDDEN)]
        numbers += [copy.bias[unit] for unit in range(HIDDEN)]
        numbers += [copy.head.output[unit] for unit in range(HIDDEN)]
        bias = copy.head.bias
        free(copy)
        return numbers, bias
