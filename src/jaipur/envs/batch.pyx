"""Many rounds or matches side by side, stepped in one call by the compiled core.

A batch has rows, and each row plays one episode after the other: single rounds, or matches. The
arrays say what there is to know after `reset` and `step`; they are the same objects every time, and
the next step writes into them.

Row i is dealt round 1, 2, 3, … of its own seed, as `jaipur.deal_from(seed, n)` deals them.
"""

import numpy as np

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from jaipur.rules.deal import seed_bytes
from jaipur.rules.moves import MAX_LEGAL
from jaipur.rules.view import view_of

from jaipur.envs.observe cimport (
    FLAT_SIZE, Glass, HIDDEN_SIZE, STEPWISE_SIZE, glass_of, look_beneath,
)
from jaipur.envs.rows cimport (
    Autoreset, Desk, NOBODY, Opponent, Reward, Row, SAME_STEP, act_row, begin_row, look_at,
    resume_row,
)
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.law cimport PLY_LIMIT
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, unpack_cards, compile_rules, pack_cards
from jaipur.rules.round cimport Round
from jaipur.rules.core.action_tables cimport ACTION_COUNT, LEGAL_ROOM

STYLES = ("flat", "stepwise")
EPISODES = ("round", "match")
REWARDS = ("seal", "rupees", "match")
OPPONENTS = ("none", "random", "greedy")
AUTORESETS = ("next_step", "same_step", "disabled")


cdef class Batch:
    """Rounds or matches side by side; docs/environments.md has the arrays and the options."""

    cdef readonly int size
    cdef readonly object ruleset
    cdef readonly dict options
    cdef readonly object observations, legal, counts, masks, turns, rewards
    cdef readonly object terminated, truncated, rupees, seals_won, final_observations
    cdef CompiledRules compiled
    cdef Glass glass
    cdef Desk desk
    cdef Rng sampler
    cdef list memory         # the arrays that the desk writes into

    def __cinit__(
        self, int size, *, ruleset="standard", style="flat", episode="round", reward="seal",
        opponent="none", autoreset="next_step", agent=None, int ply_limit=PLY_LIMIT, int seals=2,
        bint masks=False, bint history=False,
    ):
        cdef Desk *desk = &self.desk
        if size < 1:
            raise ValueError(f"There can be no {size} rounds side by side.")
        if ply_limit < 1 or not 1 <= seals <= 100:
            raise ValueError("The ply limit is 1 or more, and 1 to 100 seals win a match.")
        if agent is not None:
            check_seat(agent)
        if reward == "match" and episode != "match":
            raise ValueError("The reward for a match needs an episode that is a match.")
        self.compiled = compile_rules(ruleset)
        self.ruleset = self.compiled.ruleset
        self.size = size
        self.options = {
            "ruleset": self.ruleset, "style": style, "episode": episode, "reward": reward,
            "opponent": opponent, "autoreset": autoreset, "agent": agent, "ply_limit": ply_limit,
            "seals": seals, "masks": masks, "history": history,
        }
        desk.rules = &self.compiled.rules
        desk.stepwise = place_of(style, STYLES) == 1
        desk.match = place_of(episode, EPISODES) == 1
        desk.reward = <Reward> place_of(reward, REWARDS)
        desk.opponent = <Opponent> place_of(opponent, OPPONENTS)
        desk.autoreset = <Autoreset> place_of(autoreset, AUTORESETS)
        desk.agent = 0 if desk.opponent != NOBODY else -1 if agent is None else agent
        desk.ply_limit = ply_limit
        desk.seals = seals
        desk.width = STEPWISE_SIZE if desk.stepwise else FLAT_SIZE
        self.glass = glass_of(self.compiled, ply_limit, seals)
        desk.lens = &self.glass.lens
        desk.rows = <Row *> PyMem_Calloc(size, sizeof(Row))
        if history:
            desk.past = <uint32_t *> PyMem_Calloc(<size_t> size * ply_limit, sizeof(uint32_t))
        if desk.rows == NULL or (history and desk.past == NULL):
            raise MemoryError
        make_arrays(self, masks)
        seed_rng(&self.sampler, 0)

    def __dealloc__(self):
        PyMem_Free(self.desk.rows)
        PyMem_Free(self.desk.past)

    def __reduce__(self):
        rows = PyBytes_FromStringAndSize(<char *> self.desk.rows, self.size * sizeof(Row))
        past = PyBytes_FromStringAndSize(<char *> self.desk.past, past_bytes(self))
        sampler = PyBytes_FromStringAndSize(<char *> &self.sampler, sizeof(Rng))
        return restore, (self.size, self.options, rows, past, sampler, self.memory)

    @property
    def actions(self):
        """How many actions there are: 25,499, or 21 choices in the stepwise style."""
        return CHOICE_COUNT if self.desk.stepwise else ACTION_COUNT

    # Episodes

    def reset(self, seed=None, rows=None):
        """Begin a new episode in every row, or in those that are named.

        With a number as seed, row i gets the seed `seed + i`; a sequence has one for each row that
        is reset. Without a seed, a row goes on with the rounds of the one it has, or a new one.
        """
        cdef int i
        which = [checked(self, row) for row in (range(self.size) if rows is None else rows)]
        if seed is None:
            sources = [None if self.desk.rows[<int> row].seeded else seed_bytes() for row in which]
        elif isinstance(seed, (int, np.integer)):
            sources = [seed_bytes(int(seed) + row) for row in which]
            seed_rng(&self.sampler, <uint64_t> (int(seed) & 0xFFFFFFFFFFFFFFFF))
        else:
            sources = [seed_bytes(int(one) if isinstance(one, np.integer) else one) for one in seed]
        if len(sources) != len(which):
            raise ValueError(f"There are {len(sources)} seeds for {len(which)} rows.")
        for row, source in zip(which, sources):
            i = row
            if source is not None:
                memcpy(self.desk.rows[i].seed, PyBytes_AS_STRING(source), 32)
                self.desk.rows[i].seeded = 1
                self.desk.rows[i].dealt = 0
                seed_rng(&self.desk.rows[i].rng, <uint64_t> int.from_bytes(source[:8], "big"))
            self.desk.rewards[2 * i] = self.desk.rewards[2 * i + 1] = 0
            begin_row(&self.desk, i)

    def step(self, actions, rows=None):
        """Play an action, or make a choice in the stepwise style, in every row or in those named.

        An illegal one forfeits the round. In a row whose episode is over it is ignored: a new
        episode begins, or with `autoreset="disabled"` nothing happens.
        """
        act(self, actions, rows, self.desk.stepwise)

    def play(self, actions, rows=None):
        """The same with whole moves, by their action ids, in either style."""
        act(self, actions, rows, False)

    def step_row(self, int row, int64_t action):
        """The same as `step` for one row, without arrays."""
        act_row(&self.desk, checked(self, row), action, self.desk.stepwise)

    def sample(self):
        """A random legal action of every row; 0 where there is none."""
        cdef int i, place, width = CHOICE_COUNT if self.desk.stepwise else LEGAL_ROOM
        cdef const int16_t *legal = <int16_t *> self.desk.moves
        drawn = np.zeros(self.size, np.int64)
        cdef int64_t *out = <int64_t *> <size_t> drawn.ctypes.data
        if self.desk.stepwise:
            legal = self.desk.choices
        with nogil:
            for i in range(self.size):
                if self.desk.counts[i]:
                    place = random_below(&self.sampler, self.desk.counts[i])
                    out[i] = legal[<size_t> i * width + place]
        return drawn

    # One row

    def observe(self, int row, int seat):
        """The observation of a seat, which need not be the one to move; a new array."""
        checked(self, row)
        check_seat(seat)
        seen = np.empty(self.desk.width, np.float32)
        look_at(&self.desk, row, seat, <float *> <size_t> seen.ctypes.data)
        return seen

    def state(self, int row):
        """Everything: both observations, the deck in order, the bonus piles; a new array."""
        cdef int width = self.desk.width
        cdef float *out
        checked(self, row)
        seen = np.empty(2 * width + HIDDEN_SIZE, np.float32)
        out = <float *> <size_t> seen.ctypes.data
        look_at(&self.desk, row, 0, out)
        look_at(&self.desk, row, 1, out + width)
        look_beneath(self.desk.lens, self.desk.rules, &self.desk.rows[row].state, out + 2 * width)
        return seen

    def legal_row(self, int row):
        """The legal actions of one row; a new array."""
        return self.legal[checked(self, row), :self.desk.counts[row]].copy()

    def round(self, int row):
        """The round of a row as a Round, with its history if the batch keeps one."""
        cdef Round made = Round.__new__(Round)
        cdef const Row *source = &self.desk.rows[checked(self, row)]
        if not source.start:
            raise ValueError("Nothing was dealt yet: call reset first.")
        made.state = source.state
        made.compiled = self.compiled
        made.past = b""
        if self.desk.past != NULL:
            made.past = PyBytes_FromStringAndSize(
                <char *> past_of(self, row), 4 * (source.state.ply - source.told_from)
            )
        made.first_market = unpack_cards(source.start)
        return made

    def set_round(self, int row, Round round):
        """Begin an episode in a row from any position of the same ruleset that is not over."""
        cdef Row *target = &self.desk.rows[checked(self, row)]
        if round.ruleset != self.ruleset:
            raise ValueError("The round has another ruleset than the batch.")
        if round.is_over or round.ply >= self.desk.ply_limit:
            raise ValueError("The round is over, or at the ply limit.")
        target.state = round.state
        target.start = pack_cards(round.start_market)
        target.rounds = 0
        target.seals[0] = target.seals[1] = 0
        target.told_from = round.ply - len(round.past) // 4
        if self.desk.past != NULL:
            memcpy(past_of(self, row), PyBytes_AS_STRING(round.past), len(round.past))
        resume_row(&self.desk, row)

    def view(self, int row, seat):
        """What a seat may know of a row, with the seals if the episode is a match."""
        cdef const Row *source = &self.desk.rows[checked(self, row)]
        if not self.desk.match:
            return self.round(row).view(seat)
        return view_of(self.round(row), seat, source.rounds + (not source.over), self.seals(row))

    def seals(self, int row):
        """The seals that each seat has won in the match of a row."""
        checked(self, row)
        return self.desk.rows[row].seals[0], self.desk.rows[row].seals[1]

    def seed(self, int row):
        """The 32 bytes that a row is dealt from, and the number of the round dealt last."""
        checked(self, row)
        seed = PyBytes_FromStringAndSize(<char *> self.desk.rows[row].seed, 32)
        return seed, self.desk.rows[row].dealt


cdef int place_of(word, names) except -1:
    if word not in names:
        raise ValueError(f"{word!r} is none of {', '.join(names)}.")
    return names.index(word)


cdef int checked(Batch batch, int row) except -1:
    if not 0 <= row < batch.size:
        raise IndexError(f"Rows go from 0 to {batch.size - 1}, so there is no {row}.")
    return row


cdef uint32_t *past_of(Batch batch, int row) noexcept:
    """The moves of a row's round, from the first that is kept."""
    return &batch.desk.past[<size_t> row * batch.desk.ply_limit + batch.desk.rows[row].told_from]


cdef Py_ssize_t past_bytes(Batch batch) noexcept:
    if batch.desk.past == NULL:
        return 0
    return <Py_ssize_t> batch.size * batch.desk.ply_limit * sizeof(uint32_t)


def restore(size, options, rows, past, sampler, memory):
    """A batch that was copied or pickled; only the build that wrote it can be sure to read it."""
    cdef Batch made = Batch(size, **options)
    sizes = (size * sizeof(Row), past_bytes(made), sizeof(Rng))
    if tuple(map(len, (rows, past, sampler))) != sizes:
        raise ValueError("Another version of the library has pickled this batch.")
    memcpy(made.desk.rows, PyBytes_AS_STRING(rows), sizes[0])
    memcpy(&made.sampler, PyBytes_AS_STRING(sampler), sizes[2])
    if past:
        memcpy(made.desk.past, PyBytes_AS_STRING(past), sizes[1])
    for array, kept in zip(made.memory, memory):
        array[:] = kept
    return made


cdef int check_seat(int seat) except -1:
    if not 0 <= seat <= 1:
        raise ValueError(f"A seat is 0 or 1, not {seat}.")
    return seat


cdef int act(Batch batch, actions, rows, bint stepwise) except -1:
    cdef const int64_t[::1] action = np.ascontiguousarray(actions, np.int64)
    cdef const int64_t[::1] row
    cdef Desk *desk = &batch.desk
    cdef int k, count = batch.size
    if rows is None:
        if action.shape[0] != count:
            raise ValueError(f"There are {action.shape[0]} actions for {count} rows.")
        with nogil:
            for k in range(count):
                act_row(desk, k, action[k], stepwise)
        return 0
    row = np.ascontiguousarray(rows, np.int64)
    count = row.shape[0]
    if action.shape[0] != count:
        raise ValueError(f"There are {action.shape[0]} actions for {count} rows.")
    for k in range(count):
        checked(batch, row[k])
    with nogil:
        for k in range(count):
            act_row(desk, row[k], action[k], stepwise)
    return 0


cdef int make_arrays(Batch batch, bint masks) except -1:
    """Make the arrays that a step writes into."""
    cdef Desk *desk = &batch.desk
    size = batch.size
    moves = np.full((size, LEGAL_ROOM), -1, np.int16)
    choices = np.full((size, CHOICE_COUNT), -1, np.int16)
    batch.legal = choices if desk.stepwise else moves[:, :MAX_LEGAL]
    batch.counts = np.zeros(size, np.intc)
    batch.turns = np.full(size, -1, np.int8)
    batch.rewards = np.zeros((size, 2), np.float32)
    batch.terminated = np.zeros(size, np.bool_)
    batch.truncated = np.zeros(size, np.bool_)
    batch.rupees = np.zeros((size, 2), np.int16)
    batch.seals_won = np.full(size, -1, np.int8)
    batch.observations = np.zeros((size, desk.width), np.float32)
    desk.moves = <uint16_t *> <size_t> moves.ctypes.data
    desk.choices = <int16_t *> <size_t> choices.ctypes.data
    desk.counts = <int *> <size_t> batch.counts.ctypes.data
    desk.turns = <int8_t *> <size_t> batch.turns.ctypes.data
    desk.rewards = <float *> <size_t> batch.rewards.ctypes.data
    desk.terminated = <uint8_t *> <size_t> batch.terminated.ctypes.data
    desk.truncated = <uint8_t *> <size_t> batch.truncated.ctypes.data
    desk.rupees = <int16_t *> <size_t> batch.rupees.ctypes.data
    desk.seals_won = <int8_t *> <size_t> batch.seals_won.ctypes.data
    desk.observations = <float *> <size_t> batch.observations.ctypes.data
    if masks or desk.stepwise:
        batch.masks = np.zeros((size, batch.actions), np.bool_)
        desk.masks = <uint8_t *> <size_t> batch.masks.ctypes.data
    if desk.autoreset == SAME_STEP:
        batch.final_observations = np.zeros((size, desk.width), np.float32)
        desk.final = <float *> <size_t> batch.final_observations.ctypes.data
    arrays = (
        moves, choices, batch.counts, batch.turns, batch.rewards, batch.terminated, batch.truncated,
        batch.rupees, batch.seals_won, batch.observations, batch.masks, batch.final_observations,
    )
    batch.memory = [array for array in arrays if array is not None]
    return 0
