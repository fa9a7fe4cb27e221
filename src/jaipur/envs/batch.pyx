"""Many rounds or matches side by side, stepped in one call by the compiled core.

A batch has rows, and each row plays one episode after the other: single rounds, or matches. Its
arrays describe every row after `reset` and `step`; they are the same objects every time, and the
next step writes into them.

Row i is dealt round 1, 2, 3, … of its own seed, as `jaipur.deal_from(seed, n)` deals them.
"""

import numpy as np

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.limits cimport INT_MAX
from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from jaipur.rules.deal import seed_bytes
from jaipur.rules.view import view_of

from jaipur.engine.waiting cimport count_move
from jaipur.envs.batch_arrays cimport (
    BatchArrays, Episode, allocate_arrays, check_seat, set_opponents, set_options, whole_number,
)
from jaipur.envs.core_opponents cimport (
    NO_OPPONENT, CoreOpponent, opponent_action, read_opponent,
)
from jaipur.envs.episodes cimport observe_episode, resume_episode, start_episode, step_episode
from jaipur.envs.observer cimport HIDDEN_SIZE, Observer, observe_hidden, observer_for
from jaipur.envs.row_stepper cimport RowStepper, row_stepper
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.history cimport action_at, plies_of
from jaipur.rules.core.law cimport PLY_LIMIT
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, unpack_cards, compile_rules, pack_cards
from jaipur.rules.round cimport Round
from jaipur.rules.core.action_tables cimport ACTION_COUNT, FIRST_EXCHANGE, LEGAL_ROOM

cdef enum:
    MAX_THREADS = 1024   # far beyond any use: a slip of the pen is refused


cdef class Batch:
    """Rounds or matches side by side; docs/environments.md documents the options and the arrays."""

    cdef readonly int size
    cdef readonly object ruleset
    cdef readonly dict options
    cdef readonly object observations, legal, counts, masks, turns, rewards
    cdef readonly object terminated, truncated, rupees, seals_won, final_observations
    cdef CompiledRules compiled
    cdef Observer observer
    cdef BatchArrays arrays
    cdef Rng sampler
    cdef list memory         # the NumPy arrays behind the pointers of `arrays`
    cdef list networks       # those of the opponents
    cdef RowStepper stepper

    def __cinit__(
        self, size, *, ruleset="standard", style="flat", episode="round", reward="seal",
        opponent="none", autoreset="next_step", agent=None, ply_limit=PLY_LIMIT, seals=2,
        bint masks=False, bint history=False, threads=1,
    ):
        cdef BatchArrays *arrays = &self.arrays
        self.size = whole_number("size", size, 1, INT_MAX)
        self.compiled = compile_rules(ruleset)
        self.ruleset = self.compiled.ruleset
        self.options = {
            "ruleset": self.ruleset, "style": style, "episode": episode, "reward": reward,
            "opponent": opponent, "autoreset": autoreset, "agent": agent, "ply_limit": ply_limit,
            "seals": seals, "masks": masks, "history": history, "threads": threads,
        }
        arrays.rules = &self.compiled.rules
        set_options(arrays, self.options)
        self.observer = observer_for(self.compiled, arrays.ply_limit, arrays.seals)
        arrays.scales = &self.observer.scales
        self.networks = set_opponents(arrays, opponent)
        arrays.episodes = <Episode *> PyMem_Calloc(self.size, sizeof(Episode))
        if history:
            arrays.history = <uint32_t *> PyMem_Calloc(
                <size_t> self.size * arrays.ply_limit, sizeof(uint32_t)
            )
        if arrays.episodes == NULL or (history and arrays.history == NULL):
            raise MemoryError
        set_arrays(self, allocate_arrays(arrays, self.size, masks))
        self.stepper = row_stepper(
            arrays, self.size, whole_number("threads", threads, 1, MAX_THREADS)
        )
        seed_rng(&self.sampler, 0)

    def __dealloc__(self):
        PyMem_Free(self.arrays.episodes)
        PyMem_Free(self.arrays.history)
        PyMem_Free(self.arrays.opponents)

    def __reduce__(self):
        episodes = PyBytes_FromStringAndSize(
            <char *> self.arrays.episodes, self.size * sizeof(Episode)
        )
        history = PyBytes_FromStringAndSize(<char *> self.arrays.history, history_bytes(self))
        sampler = PyBytes_FromStringAndSize(<char *> &self.sampler, sizeof(Rng))
        return restore, (self.size, self.options, episodes, history, sampler, self.memory)

    def __repr__(self):
        rows = "1 row" if self.size == 1 else f"{self.size:,} rows"
        options = ", ".join([self.ruleset.name] + [
            f"{name}={self.options[name]!r}" for name in ("style", "episode", "reward", "opponent")
        ])
        return f"<Batch of {rows}: {options}>"

    @property
    def actions(self):
        """The number of actions: 25,499, or 21 choices in the stepwise style."""
        return CHOICE_COUNT if self.arrays.stepwise else ACTION_COUNT

    def reset(self, seed=None, rows=None):
        """Start a new episode in every row, or in `rows`.

        With a number as seed, row i gets the seed `seed + i`; a sequence has one for each row that
        is reset. Without a seed, a row goes on with the rounds of the one it has, or a new one.
        """
        cdef int i
        chosen = range(self.size) if rows is None else integers("rows", rows).tolist()
        which = [check_row(self, row) for row in chosen]
        self.stepper.check_idle()
        for row, source in zip(which, seed_sources(self, seed, which)):
            i = row
            if source is not None:
                memcpy(self.arrays.episodes[i].seed, PyBytes_AsString(source), 32)
                self.arrays.episodes[i].seeded = 1
                self.arrays.episodes[i].dealt = 0
                seed_rng(&self.arrays.episodes[i].rng, <uint64_t> int.from_bytes(source[:8], "big"))
            self.arrays.rewards[2 * i] = self.arrays.rewards[2 * i + 1] = 0
            start_episode(&self.arrays, i)

    def step(self, actions, rows=None):
        """Play an action, or make a choice in the stepwise style, in every row or in `rows`.

        An illegal one forfeits the round. In a row whose episode is over it is ignored: a new
        episode starts, or with `autoreset="disabled"` nothing happens.
        """
        self.stepper.step(actions_of(actions), integers("rows", rows), self.arrays.stepwise)

    def play(self, actions, rows=None):
        """The same as `step` with whole moves, by their action ids, in either style."""
        self.stepper.step(actions_of(actions), integers("rows", rows), False)

    def step_row(self, int row, action):
        """The same as `step` for one row, without arrays."""
        self.stepper.check_idle()
        step_episode(
            &self.arrays, check_row(self, row), one_integer(action), self.arrays.stepwise
        )

    def sample(self):
        """A random legal action of every row; 0 where there is none."""
        cdef int i, pick, width = CHOICE_COUNT if self.arrays.stepwise else LEGAL_ROOM
        cdef const int16_t *legal = <int16_t *> self.arrays.moves
        drawn = np.zeros(self.size, np.int64)
        cdef int64_t *out = <int64_t *> <size_t> drawn.ctypes.data
        if self.arrays.stepwise:
            legal = self.arrays.choices
        with nogil:
            for i in range(self.size):
                if self.arrays.episodes[i].listed:
                    pick = random_below(&self.sampler, self.arrays.episodes[i].listed)
                    out[i] = legal[<size_t> i * width + pick]
        return drawn

    def choose(self, opponent, rows=None):
        """The moves, by their action ids, that an opponent of the core would play now.

        It plays for the seat to move, whichever that is; the answer is 0 in a row that is over. Its
        random numbers are those of `sample`.
        """
        cdef const int64_t[::1] row = integers(
            "rows", range(self.size) if rows is None else rows
        )
        cdef CoreOpponent player
        cdef int k, i
        network = read_opponent(opponent, &player)  # kept while it chooses
        if player.kind == NO_OPPONENT:
            raise ValueError("opponent must be one that plays, got 'none'")
        chosen = np.zeros(row.shape[0], np.int64)
        cdef int64_t[::1] out = chosen
        for k in range(row.shape[0]):
            i = check_row(self, row[k])
            if self.arrays.episodes[i].start and not self.arrays.episodes[i].over:
                out[k] = opponent_action(
                    &player, self.arrays.rules, &self.arrays.episodes[i].state,
                    self.arrays.episodes[i].exchanges, &self.sampler,
                )
        del network
        return chosen

    def observe(self, int row, int seat):
        """The observation of either seat of a row, as a new array."""
        check_dealt(self, row)
        check_seat(seat)
        seen = np.empty(self.arrays.width, np.float32)
        observe_episode(&self.arrays, row, seat, <float *> <size_t> seen.ctypes.data)
        return seen

    def state(self, int row):
        """Both observations, the deck in order and the bonus piles, as a new array."""
        cdef int width = self.arrays.width
        cdef float *out
        check_dealt(self, row)
        seen = np.empty(2 * width + HIDDEN_SIZE, np.float32)
        out = <float *> <size_t> seen.ctypes.data
        observe_episode(&self.arrays, row, 0, out)
        observe_episode(&self.arrays, row, 1, out + width)
        observe_hidden(
            self.arrays.scales, self.arrays.rules, &self.arrays.episodes[row].state, out + 2 * width
        )
        return seen

    def legal_row(self, int row):
        """The legal actions of one row, as a new array."""
        return self.legal[check_row(self, row), :self.arrays.episodes[row].listed].copy()

    def round(self, int row):
        """The round of a row as a Round, with its history if the batch keeps one."""
        cdef Round made = Round.__new__(Round)
        cdef const Episode *source = &self.arrays.episodes[check_dealt(self, row)]
        made.state = source.state
        made.compiled = self.compiled
        made.past = b""
        if self.arrays.history != NULL:
            made.past = PyBytes_FromStringAndSize(
                <char *> history_of(self, row), 4 * (source.state.ply - source.history_start)
            )
        made.first_market = unpack_cards(source.start)
        return made

    def set_round(self, int row, Round round):
        """Start an episode in a row from any running position of the same ruleset."""
        cdef Episode *target = &self.arrays.episodes[check_row(self, row)]
        if round.ruleset != self.ruleset:
            raise ValueError(
                f"the round must have the ruleset {self.ruleset.name}, got {round.ruleset.name}"
            )
        self.stepper.check_idle()
        if round.is_over:
            raise ValueError(f"the round must be running, got one that ended by {round.end}")
        if round.ply >= self.arrays.ply_limit:
            raise ValueError(f"ply must be below {self.arrays.ply_limit}, got {round.ply}")
        target.state = round.state
        target.start = pack_cards(round.start_market)
        target.rounds = 0
        target.seals[0] = target.seals[1] = 0
        target.history_start = round.ply - len(round.past) // 4
        target.exchanges = exchanges_in(round.past)
        if self.arrays.history != NULL:
            memcpy(history_of(self, row), PyBytes_AsString(round.past), len(round.past))
        resume_episode(&self.arrays, row)

    def view(self, int row, seat):
        """What a seat may know of a row, with the seals if the episode is a match."""
        cdef const Episode *source = &self.arrays.episodes[check_row(self, row)]
        if not self.arrays.match:
            return self.round(row).view(seat)
        return view_of(self.round(row), seat, source.rounds + (not source.over), self.seals(row))

    def seals(self, int row):
        """The seals that each seat has won in the match of a row."""
        check_row(self, row)
        return self.arrays.episodes[row].seals[0], self.arrays.episodes[row].seals[1]

    def seed(self, int row):
        """The 32 bytes that the rounds of a row are dealt from, and the latest round's number."""
        check_row(self, row)
        seed = PyBytes_FromStringAndSize(<char *> self.arrays.episodes[row].seed, 32)
        return seed, self.arrays.episodes[row].dealt


cdef object integers(name, values):
    """Whole numbers as the core reads them, one a row; None for None."""
    if values is None:
        return None
    given = np.ascontiguousarray(values)
    if given.ndim != 1:
        raise ValueError(f"{name} must have one entry a row, got the shape {given.shape}")
    if given.dtype.kind not in "iu" and not are_whole(given):
        raise ValueError(f"{name} must be whole numbers, got {values!r}")
    return given.astype(np.int64, copy=False)


cdef object actions_of(values):
    """The actions as the core reads them: of a policy too, which may have returned nothing."""
    if values is None:
        raise ValueError("actions must have one entry a row, got None")
    return integers("actions", values)


cdef int64_t one_integer(value) except? -1:
    """The same for one action, without an array where that is possible."""
    if type(value) is int or isinstance(value, np.integer):
        try:
            return value
        except OverflowError:
            pass
    return integers("actions", [value])[0]


cdef list seed_sources(Batch batch, seed, list rows):
    """The 32 bytes that each of these rows is dealt from; None to go on with those it has."""
    if seed is None:
        return [
            None if batch.arrays.episodes[<int> row].seeded else seed_bytes() for row in rows
        ]
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        seed_rng(&batch.sampler, <uint64_t> (int(seed) & 0xFFFFFFFFFFFFFFFF))
        return [seed_bytes(int(seed) + row) for row in rows]
    if isinstance(seed, (str, bytes)) or not np.ndim(seed):
        raise TypeError(f"seed must be a whole number, or have one entry a row, got {seed!r}")
    sources = [seed_bytes(int(one) if isinstance(one, np.integer) else one) for one in seed]
    if len(sources) != len(rows):
        raise ValueError(
            f"seed must have one entry a row, got {len(sources)} seeds for {len(rows)} rows"
        )
    return sources


cdef bint are_whole(given) except -1:
    """Whether these are floats without a fraction, which some frameworks give."""
    if given.dtype.kind != "f":
        return False
    return bool(((np.abs(given) < 2.0**53) & (given == np.floor(given))).all())


cdef int check_row(Batch batch, int row) except -1:
    if not 0 <= row < batch.size:
        raise IndexError(f"row must be from 0 to {batch.size - 1}, got {row}")
    return row


cdef int check_dealt(Batch batch, int row) except -1:
    """The row, if it has a round."""
    if not batch.arrays.episodes[check_row(batch, row)].start:
        raise ValueError("no round was dealt yet: call reset first")
    return row


cdef uint32_t *history_of(Batch batch, int row) noexcept:
    """The moves of a row's round, from the first that the history holds."""
    cdef const BatchArrays *arrays = &batch.arrays
    return &arrays.history[
        <size_t> row * arrays.ply_limit + arrays.episodes[row].history_start
    ]


cdef Py_ssize_t history_bytes(Batch batch) noexcept:
    if batch.arrays.history == NULL:
        return 0
    return <Py_ssize_t> batch.size * batch.arrays.ply_limit * sizeof(uint32_t)


def restore(size, options, episodes, history, sampler, memory):
    """Rebuild a copied or pickled batch; only the version that wrote it is sure to read it."""
    cdef Batch made = Batch(size, **options)
    sizes = (size * sizeof(Episode), history_bytes(made), sizeof(Rng))
    if tuple(map(len, (episodes, history, sampler))) != sizes:
        raise ValueError("this batch was pickled by another version of jaipur")
    memcpy(made.arrays.episodes, PyBytes_AsString(episodes), sizes[0])
    memcpy(&made.sampler, PyBytes_AsString(sampler), sizes[2])
    if history:
        memcpy(made.arrays.history, PyBytes_AsString(history), sizes[1])
    for array, kept in zip(made.memory, memory):
        array[:] = kept
    return made


cdef int exchanges_in(bytes past) except -1:
    """The exchanges ahead after the moves of a history."""
    cdef int ahead = 0, ply
    for ply in range(plies_of(past)):
        ahead = count_move(ahead, action_at(past, ply) >= FIRST_EXCHANGE)
    return ahead


cdef int set_arrays(Batch batch, dict arrays) except -1:
    """Make the arrays attributes of the batch."""
    batch.legal = arrays["legal"]
    batch.counts = arrays["counts"]
    batch.turns = arrays["turns"]
    batch.rewards = arrays["rewards"]
    batch.terminated = arrays["terminated"]
    batch.truncated = arrays["truncated"]
    batch.rupees = arrays["rupees"]
    batch.seals_won = arrays["seals_won"]
    batch.observations = arrays["observations"]
    batch.masks = arrays["masks"]
    batch.final_observations = arrays["final_observations"]
    # `legal` is a part of `moves` or `choices`.
    batch.memory = [
        array for name, array in arrays.items() if name != "legal" and array is not None
    ]
    return 0
