"""The rows of a batch: how an episode begins, goes on and ends.

The rules are those of rules/round.pxd. Here is only what surrounds a round: the next deal, the
match, the opponent's turn, the reward, and what is written into the arrays.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from jaipur.envs.deals cimport deal_round
from jaipur.envs.greedy cimport greedy_action
from jaipur.envs.observe cimport Sight, look
from jaipur.envs.stepwise cimport CHOICE_COUNT, DONE, keep, offered
from jaipur.rules.core.rng cimport random_below
from jaipur.rules.core.law cimport (
    END_FORFEIT_0, END_FORFEIT_1, END_LIMIT, State, list_moves, next_first, play_action, refuse,
    rupees_of, seal_of, turn_of,
)
from jaipur.rules.core.action_tables cimport ACTION_COUNT, LEGAL_ROOM

cdef enum:
    UNFINISHED = -1      # the choices so far make no move yet
    ILLEGAL = -2
    SLACK = 16           # more than list_moves ever writes behind its list


cdef int act_row(Desk *desk, int i, int64_t action, bint stepwise) except -1 nogil:
    """Play an action, or make a choice, and go on to the next decision or the end."""
    cdef Row *row = &desk.rows[i]
    cdef State *state = &row.state
    cdef int move = ILLEGAL
    if not row.start:
        with gil:
            raise ValueError("Nothing was dealt yet: call reset first.")
    desk.rewards[2 * i] = desk.rewards[2 * i + 1] = 0
    if row.over:
        return begin_row(desk, i) if desk.autoreset == NEXT_STEP else 0
    desk.terminated[i] = desk.truncated[i] = 0
    if stepwise:
        move = choose(desk, i, action)
        if move == UNFINISHED:
            list_choices(desk, i)
            look_at(desk, i, turn_of(state), &desk.observations[<size_t> i * desk.width])
            return 0
    elif 0 <= action < ACTION_COUNT and not refuse(desk.rules, state, turn_of(state), action):
        move = action
    forget_choices(row)
    if move == ILLEGAL:
        state.end = END_FORFEIT_1 if turn_of(state) else END_FORFEIT_0
    else:
        play_row(desk, i, move)
    run(desk, i)
    write_row(desk, i)
    return 0


cdef int begin_row(Desk *desk, int i) except -1 nogil:
    """Begin a new episode with the next deal of the row's seed."""
    desk.terminated[i] = desk.truncated[i] = 0
    begin(desk, i)
    write_row(desk, i)
    return 0


cdef int resume_row(Desk *desk, int i) except -1 nogil:
    """Go on from a position that was put into the row."""
    desk.rows[i].over = 0
    desk.terminated[i] = desk.truncated[i] = 0
    desk.rewards[2 * i] = desk.rewards[2 * i + 1] = 0
    run(desk, i)
    write_row(desk, i)
    return 0


cdef int begin(Desk *desk, int i) except -1 nogil:
    cdef Row *row = &desk.rows[i]
    row.over = 0
    row.rounds = 0
    row.seals[0] = row.seals[1] = 0
    deal(desk, i, -1)
    return run(desk, i)


cdef int deal(Desk *desk, int i, int first) except -1 nogil:
    cdef Row *row = &desk.rows[i]
    row.dealt += 1
    with gil:
        seed = PyBytes_FromStringAndSize(<char *> row.seed, 32)
        deal_round(desk.rules, seed, row.dealt, first, &row.state)
    row.start = row.state.market
    row.told_from = 0
    return 0


cdef int run(Desk *desk, int i) except -1 nogil:
    """Go on until somebody outside has to decide, or the episode is over."""
    cdef Row *row = &desk.rows[i]
    while True:
        if not row.state.end and row.state.ply >= <uint32_t> desk.ply_limit:
            row.state.end = END_LIMIT
        if row.state.end:
            score(desk, i)
            if not row.over:
                continue
            if desk.autoreset != SAME_STEP:
                return 0
            look_at(desk, i, last_seat(desk, i), &desk.final[<size_t> i * desk.width])
            return begin(desk, i)
        if desk.opponent == NOBODY or not turn_of(&row.state):
            return 0
        play_row(desk, i, opponent_action(desk, row))


cdef int last_seat(const Desk *desk, int i) noexcept nogil:
    """Whose observation is wanted of a row that is over."""
    return desk.agent if desk.agent >= 0 else turn_of(&desk.rows[i].state)


cdef int opponent_action(const Desk *desk, Row *row) noexcept nogil:
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int count = list_moves(desk.rules, &row.state, 1, moves)
    if desk.opponent == GREEDY:
        return greedy_action(desk.rules, &row.state, 1, moves, count)
    return moves[random_below(&row.rng, count)]


cdef void play_row(Desk *desk, int i, int action) noexcept nogil:
    cdef State *state = &desk.rows[i].state
    cdef uint32_t ply = state.ply, drawn = play_action(desk.rules, state, action)
    if desk.past != NULL:
        # Four bytes a ply, as in rules/core/history.pyx.
        desk.past[<size_t> i * desk.ply_limit + ply] = action | drawn << 16


cdef int score(Desk *desk, int i) except -1 nogil:
    """Reward a round that has ended; the match goes on with the next, or the episode is over."""
    cdef Row *row = &desk.rows[i]
    cdef State *state = &row.state
    cdef int seal = seal_of(desk.rules, state), ahead
    desk.rupees[2 * i] = rupees_of(desk.rules, state, 0)
    desk.rupees[2 * i + 1] = rupees_of(desk.rules, state, 1)
    desk.seals_won[i] = seal
    if desk.reward == FOR_SEAL and seal >= 0:
        reward(desk, i, 1 - 2 * seal)
    elif desk.reward == FOR_RUPEES:
        ahead = desk.rupees[2 * i] - desk.rupees[2 * i + 1]
        if state.end == END_FORFEIT_0 or state.end == END_FORFEIT_1:
            ahead = FORFEIT_RUPEES * (1 - 2 * seal)
        reward(desk, i, ahead)
    if not desk.match:
        row.over = 1
        desk.truncated[i] = state.end == END_LIMIT
        desk.terminated[i] = not desk.truncated[i]
        return 0
    row.rounds += 1
    if seal >= 0:
        row.seals[seal] += 1
        if row.seals[seal] == desk.seals:
            if desk.reward == FOR_MATCH:
                reward(desk, i, 1 - 2 * seal)
            row.over = desk.terminated[i] = 1
            return 0
    if row.rounds == MATCH_ROUNDS:
        row.over = desk.truncated[i] = 1
        return 0
    return deal(desk, i, next_first(state.first, seal))


cdef void reward(Desk *desk, int i, int ahead) noexcept nogil:
    desk.rewards[2 * i] += ahead
    desk.rewards[2 * i + 1] -= ahead


cdef int choose(Desk *desk, int i, int64_t choice) noexcept nogil:
    """Make a choice: the move that is done, UNFINISHED or ILLEGAL."""
    cdef Row *row = &desk.rows[i]
    cdef uint16_t *moves = &desk.moves[<size_t> i * LEGAL_ROOM]
    if not 0 <= choice < CHOICE_COUNT:
        return ILLEGAL
    if not (offered(moves, row.candidates, row.depth) >> choice) & 1:
        return ILLEGAL
    row.candidates = keep(moves, row.candidates, row.depth, choice)
    row.depth += 1
    row.chosen[choice] += 1
    if choice != DONE:
        return UNFINISHED
    return moves[0]


cdef void forget_choices(Row *row) noexcept nogil:
    row.depth = 0
    memset(row.chosen, 0, CHOICE_COUNT)


cdef void write_row(Desk *desk, int i) noexcept nogil:
    """Write the legal actions and the observation of a row that is at a decision or over."""
    cdef Row *row = &desk.rows[i]
    cdef uint16_t *moves
    cdef int seat = last_seat(desk, i) if row.over else turn_of(&row.state)
    desk.turns[i] = -1 if row.over else seat
    if desk.stepwise:
        forget_choices(row)
        moves = &desk.moves[<size_t> i * LEGAL_ROOM]
        row.candidates = list_moves(desk.rules, &row.state, seat, moves)  # none if it is over
        list_choices(desk, i)
    else:
        list_flat(desk, i, seat)
    look_at(desk, i, seat, &desk.observations[<size_t> i * desk.width])


cdef void list_flat(Desk *desk, int i, int seat) noexcept nogil:
    cdef uint16_t *moves = &desk.moves[<size_t> i * LEGAL_ROOM]
    cdef uint8_t *mask = &desk.masks[<size_t> i * ACTION_COUNT] if desk.masks != NULL else NULL
    cdef int j, before = desk.counts[i], count, last
    if mask != NULL:
        for j in range(before):
            mask[moves[j]] = 0
    count = list_moves(desk.rules, &desk.rows[i].state, seat, moves)
    if mask != NULL:
        for j in range(count):
            mask[moves[j]] = 1
    # The list may write some places too far; all behind it is to be -1.
    last = count + SLACK if before < count + SLACK else before
    memset(&moves[count], 255, sizeof(uint16_t) * (last - count))
    desk.counts[i] = count


cdef void list_choices(Desk *desk, int i) noexcept nogil:
    cdef Row *row = &desk.rows[i]
    cdef int16_t *choices = &desk.choices[<size_t> i * CHOICE_COUNT]
    cdef uint8_t *mask = &desk.masks[<size_t> i * CHOICE_COUNT]
    cdef uint32_t bits = offered(&desk.moves[<size_t> i * LEGAL_ROOM], row.candidates, row.depth)
    cdef int choice, count = 0
    memset(choices, 255, CHOICE_COUNT * sizeof(int16_t))
    for choice in range(CHOICE_COUNT):
        mask[choice] = (bits >> choice) & 1
        if mask[choice]:
            choices[count] = choice
            count += 1
    desk.counts[i] = count


cdef void look_at(const Desk *desk, int i, int seat, float *out) noexcept nogil:
    """Write the observation of a seat."""
    cdef const Row *row = &desk.rows[i]
    cdef Sight sight
    sight.over = row.over
    sight.seals[0] = row.seals[0]
    sight.seals[1] = row.seals[1]
    sight.chosen = NULL
    if desk.stepwise:
        sight.chosen = &row.chosen[0]
    look(desk.lens, desk.rules, &row.state, seat, &sight, out)
