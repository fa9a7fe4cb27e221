"""The options and arrays of a batch, prepared for the compiled functions."""

from jaipur.errors import MissingPackage

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, extra="gymnasium") from error

from cpython.mem cimport PyMem_Calloc
from libc.limits cimport INT_MAX
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t

from jaipur.players import ROUND_LIMIT
from jaipur.rules.moves import MAX_LEGAL

from jaipur.envs.core_opponents cimport NO_OPPONENT, read_opponent
from jaipur.envs.observer cimport FLAT_SIZE, STEPWISE_SIZE
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.action_tables cimport ACTION_COUNT, LEGAL_ROOM

# Each in the order of its enum.
STYLES = ("flat", "stepwise")
EPISODES = ("round", "match")
REWARDS = ("seal", "rupees", "match")
AUTORESETS = ("next_step", "same_step", "disabled")

cdef enum:
    ALIGNMENT = 64       # bytes: a cache line


cdef int set_options(BatchArrays *batch, dict options) except -1:
    """Check the options of a batch, and set them."""
    agent = options["agent"]
    batch.stepwise = option_index(options, "style", STYLES) == 1
    batch.match = option_index(options, "episode", EPISODES) == 1
    batch.reward = <RewardKind> option_index(options, "reward", REWARDS)
    batch.autoreset = <Autoreset> option_index(options, "autoreset", AUTORESETS)
    if batch.reward == FOR_MATCH and not batch.match:
        raise ValueError("reward='match' needs episode='match', got episode='round'")
    batch.agent = -1 if agent is None else check_seat(agent)
    batch.ply_limit = whole_number("ply_limit", options["ply_limit"], 1, INT_MAX)
    batch.round_limit = ROUND_LIMIT
    batch.seals = whole_number("seals", options["seals"], 1, 100)
    batch.forfeit_rupees = options["ruleset"].all_rupees + 1  # worse than any loss
    batch.width = STEPWISE_SIZE if batch.stepwise else FLAT_SIZE
    return 0


cdef list set_opponents(BatchArrays *batch, opponent):
    """Set the opponents of a batch whose options are set: one, or several that rows take in turn.

    Returns their networks, which must be kept. The caller frees `batch.opponents`.
    """
    cdef int i
    chosen = opponent if isinstance(opponent, (list, tuple)) else [opponent]
    if not chosen:
        raise ValueError("opponent must be one or several, got an empty list")
    batch.opponents = <CoreOpponent *> PyMem_Calloc(len(chosen), sizeof(CoreOpponent))
    if batch.opponents == NULL:
        raise MemoryError
    batch.opponent_count = len(chosen)
    networks = []
    for i in range(batch.opponent_count):
        networks.append(read_opponent(chosen[i], &batch.opponents[i]))
        if batch.opponents[i].kind != NO_OPPONENT:
            batch.agent = 0
    return networks


cdef int whole_number(name, value, int least, int most) except -1:
    """An option that is a number, within its limits."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most:,}, got {value!r}")
    return value


cdef int option_index(dict options, name, allowed) except -1:
    if options[name] not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {options[name]!r}")
    return allowed.index(options[name])


cdef int check_seat(int seat) except -1:
    if not 0 <= seat <= 1:
        raise ValueError(f"seat must be 0 or 1, got {seat}")
    return seat


cdef dict allocate_arrays(BatchArrays *batch, int size, bint masks):
    """Allocate the arrays of a batch whose options are set; returns them by name.

    `moves` and `choices` are memory of the core; `legal` is the part of one of them that callers
    see. Every other name is an attribute of Batch.
    """
    moves = aligned_array((size, LEGAL_ROOM), np.int16, -1)
    choices = aligned_array((size, CHOICE_COUNT), np.int16, -1)
    arrays = {
        "moves": moves,
        "choices": choices,
        "legal": choices if batch.stepwise else moves[:, :MAX_LEGAL],
        "counts": aligned_array(size, np.intc),
        "turns": aligned_array(size, np.int8, -1),
        "rewards": aligned_array((size, 2), np.float32),
        "terminated": aligned_array(size, np.bool_),
        "truncated": aligned_array(size, np.bool_),
        "rupees": aligned_array((size, 2), np.int16),
        "seals_won": aligned_array(size, np.int8, -1),
        "observations": aligned_array((size, batch.width), np.float32),
        "masks": None,
        "final_observations": None,
    }
    if masks or batch.stepwise:
        actions = CHOICE_COUNT if batch.stepwise else ACTION_COUNT
        arrays["masks"] = aligned_array((size, actions), np.bool_)
    if batch.autoreset == SAME_STEP:
        arrays["final_observations"] = aligned_array((size, batch.width), np.float32)
    batch.moves = <uint16_t *> address(moves)
    batch.choices = <int16_t *> address(choices)
    batch.counts = <int *> address(arrays["counts"])
    batch.turns = <int8_t *> address(arrays["turns"])
    batch.rewards = <float *> address(arrays["rewards"])
    batch.terminated = <uint8_t *> address(arrays["terminated"])
    batch.truncated = <uint8_t *> address(arrays["truncated"])
    batch.rupees = <int16_t *> address(arrays["rupees"])
    batch.seals_won = <int8_t *> address(arrays["seals_won"])
    batch.observations = <float *> address(arrays["observations"])
    batch.masks = <uint8_t *> address(arrays["masks"])
    batch.final_observations = <float *> address(arrays["final_observations"])
    return arrays


cdef aligned_array(shape, dtype, fill=0):
    """An array that starts at a multiple of ALIGNMENT bytes, as JAX takes it without a copy."""
    cdef Py_ssize_t size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    array = memory[start:start + size].view(dtype).reshape(shape)
    if fill:
        array.fill(fill)
    return array


cdef void *address(array) except? NULL:
    """Where the numbers of an array are in memory; NULL for None."""
    return NULL if array is None else <void *> <size_t> array.ctypes.data
