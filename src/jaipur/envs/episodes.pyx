"""How an episode of a batch starts, goes on and ends.

The rules are those of rules/core/law.pxd. This file adds what surrounds a round: the next deal, the
match, the opponent's turn, the reward, and the arrays that are written after every step.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from jaipur.envs.batch_arrays cimport (
    BatchArrays, Episode, FOR_MATCH, FOR_RUPEES, FOR_SEAL, NEXT_STEP, SAME_STEP,
)
from jaipur.engine.waiting cimport count_move
from jaipur.envs.compiled_deal cimport deal_round
from jaipur.envs.core_opponents cimport CoreOpponent, NO_OPPONENT, opponent_action
from jaipur.envs.observer cimport Progress, observe_seat
from jaipur.envs.stepwise cimport CHOICE_COUNT, DONE, keep_matching, offered_choices
from jaipur.rules.core.law cimport (
    END_FORFEIT_0, END_FORFEIT_1, State, list_moves, next_first, play_action, refuse, rupees_of,
    seal_of, stop_at, turn_of,
)
from jaipur.rules.core.action_tables cimport ACTION_COUNT, FIRST_EXCHANGE, LEGAL_ROOM

cdef enum:
    UNFINISHED = -1      # the choices so far make no move yet
    ILLEGAL = -2


cdef int step_episode(BatchArrays *batch, int i, int64_t action, bint stepwise) except -1 nogil:
    """Play an action, or make a choice, and go on to the next decision or the end."""
    cdef Episode *episode = &batch.episodes[i]
    cdef State *state = &episode.state
    cdef int move = ILLEGAL
    if not episode.start:
        with gil:
            raise ValueError("no round was dealt yet: call reset first")
    batch.rewards[2 * i] = batch.rewards[2 * i + 1] = 0
    if episode.over:
        return start_episode(batch, i) if batch.autoreset == NEXT_STEP else 0
    batch.terminated[i] = batch.truncated[i] = 0
    if stepwise:
        move = make_choice(batch, i, action)
        if move == UNFINISHED:
            write_choices(batch, i)
            observe_episode(
                batch, i, turn_of(state), &batch.observations[<size_t> i * batch.width]
            )
            return 0
    elif 0 <= action < ACTION_COUNT and not refuse(batch.rules, state, turn_of(state), action):
        move = action
    clear_choices(episode)
    if move == ILLEGAL:
        state.end = END_FORFEIT_1 if turn_of(state) else END_FORFEIT_0
    else:
        play_move(batch, i, move)
    advance(batch, i)
    write_arrays(batch, i)
    return 0


cdef int start_episode(BatchArrays *batch, int i) except -1 nogil:
    """Start a new episode with the next deal of the row's seed."""
    batch.terminated[i] = batch.truncated[i] = 0
    deal_first_round(batch, i)
    write_arrays(batch, i)
    return 0


cdef int resume_episode(BatchArrays *batch, int i) except -1 nogil:
    """Go on from a position that was put into the row."""
    batch.episodes[i].over = 0
    batch.terminated[i] = batch.truncated[i] = 0
    batch.rewards[2 * i] = batch.rewards[2 * i + 1] = 0
    advance(batch, i)
    write_arrays(batch, i)
    return 0


cdef int deal_first_round(BatchArrays *batch, int i) except -1 nogil:
    cdef Episode *episode = &batch.episodes[i]
    episode.over = 0
    episode.rounds = 0
    episode.seals[0] = episode.seals[1] = 0
    deal_next_round(batch, i, -1)
    return advance(batch, i)


cdef int deal_next_round(BatchArrays *batch, int i, int first) except -1 nogil:
    """Deal the next round of the seed; with -1 as `first` the lot decides who starts."""
    cdef Episode *episode = &batch.episodes[i]
    episode.dealt += 1
    with gil:
        seed = PyBytes_FromStringAndSize(<char *> episode.seed, 32)
        deal_round(batch.rules, seed, episode.dealt, first, &episode.state)
    episode.start = episode.state.market
    episode.history_start = 0
    episode.exchanges = 0
    return 0


cdef int advance(BatchArrays *batch, int i) except -1 nogil:
    """Go on until the caller has to decide, or the episode is over."""
    cdef Episode *episode = &batch.episodes[i]
    cdef const CoreOpponent *opponent = &batch.opponents[i % batch.opponent_count]
    while True:
        stop_at(&episode.state, batch.ply_limit)
        if episode.state.end:
            score_round(batch, i)
            if not episode.over:
                continue
            if batch.autoreset != SAME_STEP:
                return 0
            observe_episode(
                batch, i, final_seat(batch, i), &batch.final_observations[<size_t> i * batch.width]
            )
            return deal_first_round(batch, i)
        if opponent.kind == NO_OPPONENT or not turn_of(&episode.state):
            return 0
        play_move(batch, i, opponent_action(
            opponent, batch.rules, &episode.state, episode.exchanges, &episode.rng
        ))


cdef int final_seat(const BatchArrays *batch, int i) noexcept nogil:
    """The seat whose observation is written when an episode is over."""
    return batch.agent if batch.agent >= 0 else turn_of(&batch.episodes[i].state)


cdef void play_move(BatchArrays *batch, int i, int action) noexcept nogil:
    cdef Episode *episode = &batch.episodes[i]
    cdef State *state = &episode.state
    cdef uint32_t ply = state.ply, drawn = play_action(batch.rules, state, action)
    episode.exchanges = count_move(episode.exchanges, action >= FIRST_EXCHANGE)
    if batch.history != NULL:
        # Four bytes a ply, as in rules/core/history.pyx.
        batch.history[<size_t> i * batch.ply_limit + ply] = action | drawn << 16


cdef int score_round(BatchArrays *batch, int i) except -1 nogil:
    """Reward a round that has ended, then deal the next one of the match or end the episode."""
    cdef Episode *episode = &batch.episodes[i]
    cdef State *state = &episode.state
    cdef int seal = seal_of(batch.rules, state), ahead
    batch.rupees[2 * i] = rupees_of(batch.rules, state, 0)
    batch.rupees[2 * i + 1] = rupees_of(batch.rules, state, 1)
    batch.seals_won[i] = seal
    if batch.reward == FOR_SEAL and seal >= 0:
        add_reward(batch, i, 1 - 2 * seal)
    elif batch.reward == FOR_RUPEES:
        ahead = batch.rupees[2 * i] - batch.rupees[2 * i + 1]
        if state.end == END_FORFEIT_0 or state.end == END_FORFEIT_1:
            ahead = batch.forfeit_rupees * (1 - 2 * seal)
        add_reward(batch, i, ahead)
    if not batch.match:
        episode.over = batch.terminated[i] = 1
        return 0
    episode.rounds += 1
    if seal >= 0:
        episode.seals[seal] += 1
        if episode.seals[seal] == batch.seals:
            if batch.reward == FOR_MATCH:
                add_reward(batch, i, 1 - 2 * seal)
            episode.over = batch.terminated[i] = 1
            return 0
    if episode.rounds == batch.round_limit:
        episode.over = batch.truncated[i] = 1
        return 0
    return deal_next_round(batch, i, next_first(state.first, seal))


cdef void add_reward(BatchArrays *batch, int i, int ahead) noexcept nogil:
    batch.rewards[2 * i] += ahead
    batch.rewards[2 * i + 1] -= ahead


cdef int make_choice(BatchArrays *batch, int i, int64_t choice) noexcept nogil:
    """Make a choice; returns the move that it completes, UNFINISHED or ILLEGAL."""
    cdef Episode *episode = &batch.episodes[i]
    cdef uint16_t *moves = &batch.moves[<size_t> i * LEGAL_ROOM]
    if not 0 <= choice < CHOICE_COUNT:
        return ILLEGAL
    if not (offered_choices(moves, episode.candidates, episode.depth) >> choice) & 1:
        return ILLEGAL
    episode.candidates = keep_matching(moves, episode.candidates, episode.depth, choice)
    episode.depth += 1
    episode.chosen[choice] += 1
    if choice != DONE:
        return UNFINISHED
    return moves[0]


cdef void clear_choices(Episode *episode) noexcept nogil:
    episode.depth = 0
    memset(episode.chosen, 0, CHOICE_COUNT)


cdef void write_arrays(BatchArrays *batch, int i) noexcept nogil:
    """Write turn, legal actions and observation of an episode at a decision or at its end.

    At its end the only action is 0, which the next step ignores: a distribution over no action at
    all would not be defined.
    """
    cdef Episode *episode = &batch.episodes[i]
    cdef uint16_t *moves
    cdef int seat = final_seat(batch, i) if episode.over else turn_of(&episode.state)
    batch.turns[i] = -1 if episode.over else seat
    if batch.stepwise:
        clear_choices(episode)
        moves = &batch.moves[<size_t> i * LEGAL_ROOM]
        # Lists no move if the round is over.
        episode.candidates = list_moves(batch.rules, &episode.state, seat, moves)
        write_choices(batch, i)
    else:
        write_actions(batch, i, seat)
    observe_episode(batch, i, seat, &batch.observations[<size_t> i * batch.width])


cdef void write_actions(BatchArrays *batch, int i, int seat) noexcept nogil:
    """Write the legal actions of the flat style, and the mask if there is one."""
    cdef uint16_t *moves = &batch.moves[<size_t> i * LEGAL_ROOM]
    cdef uint8_t *mask = &batch.masks[<size_t> i * ACTION_COUNT] if batch.masks != NULL else NULL
    cdef int j, count
    if mask != NULL:
        for j in range(batch.episodes[i].listed):
            if moves[j] < ACTION_COUNT:  # unless somebody has written to `legal`
                mask[moves[j]] = 0
    count = list_moves(batch.rules, &batch.episodes[i].state, seat, moves)
    if batch.episodes[i].over:
        moves[0] = 0
        count = 1
    if mask != NULL:
        for j in range(count):
            mask[moves[j]] = 1
    memset(&moves[count], 255, sizeof(uint16_t) * (LEGAL_ROOM - count))
    batch.counts[i] = batch.episodes[i].listed = count


cdef void write_choices(BatchArrays *batch, int i) noexcept nogil:
    """Write the choices of the stepwise style and their mask."""
    cdef Episode *episode = &batch.episodes[i]
    cdef int16_t *choices = &batch.choices[<size_t> i * CHOICE_COUNT]
    cdef uint8_t *mask = &batch.masks[<size_t> i * CHOICE_COUNT]
    cdef uint32_t bits = offered_choices(
        &batch.moves[<size_t> i * LEGAL_ROOM], episode.candidates, episode.depth
    )
    cdef int choice, count = 0
    if episode.over:
        bits = 1
    memset(choices, 255, CHOICE_COUNT * sizeof(int16_t))
    for choice in range(CHOICE_COUNT):
        mask[choice] = (bits >> choice) & 1
        if mask[choice]:
            choices[count] = choice
            count += 1
    batch.counts[i] = episode.listed = count


cdef void observe_episode(const BatchArrays *batch, int i, int seat, float *out) noexcept nogil:
    """Write the observation of a seat."""
    cdef const Episode *episode = &batch.episodes[i]
    cdef Progress progress
    progress.over = episode.over
    progress.seals[0] = episode.seals[0]
    progress.seals[1] = episode.seals[1]
    progress.chosen = NULL
    if batch.stepwise:
        progress.chosen = &episode.chosen[0]
    observe_seat(batch.scales, batch.rules, &episode.state, seat, &progress, out)
