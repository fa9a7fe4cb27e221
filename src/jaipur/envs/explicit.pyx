"""A round in which chance is a player: for algorithms that want every draw as a node of a tree.

The lot, the two hands, the first market, the cards laid out after a move and a bonus token are each
one chance event. Cards that come together come as a multiset, so no two branches differ only in the
order of cards. The rules are those of rules/round.pxd.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

from jaipur.errors import IllegalMove, ImpossiblePosition, Refusal
from jaipur.rules.moves import Move

from jaipur.envs.multisets cimport draw_chance, draw_count, draws, fill_pile, put_on_top, spread
from jaipur.envs.observe cimport FLAT_SIZE, STEPWISE_SIZE, Glass, Sight, glass_of, look
from jaipur.envs.recall cimport bonus_text, choices_text, letters_of, put_counts, recall, sight_text
from jaipur.envs.stepwise cimport CHOICE_COUNT, DONE, keep, offered
from jaipur.rules.core.compiled_rules cimport CompiledRules, unpack_cards, compile_rules, lay_out
from jaipur.rules.core.history cimport with_move
from jaipur.rules.core.law cimport (
    END_LIMIT, PLY_LIMIT, Rules, State, begin_move, list_moves, next_first, refuse, rupees_of,
    seal_of, settle, turn_of,
)
from jaipur.rules.round cimport Round
from jaipur.rules.core.action_tables cimport ACTION_COUNT, CAMEL_SHIFT, LEGAL_ROOM, total

cdef enum Phase:
    LOT = 0
    HAND_0 = 1
    HAND_1 = 2
    MARKET = 3
    MOVE = 4
    DRAW = 5
    BONUS = 6
    OVER = 7

PHASES = ("lot", "hand_0", "hand_1", "market", "move", "draw", "bonus", "over")

cdef list TEXTS = [None] * ACTION_COUNT


cdef struct Place:
    State state
    int stage
    uint32_t deck                # what is face down, as a multiset: its order is not decided
    uint32_t dealt[3]            # both hands and the first market
    int first                    # -1: the lot decides
    int action                   # the move whose second half is chance's
    int count                    # the moves that are legal and agree with the choices so far
    uint16_t moves[LEGAL_ROOM]
    int depth
    uint8_t chosen[CHOICE_COUNT]


cdef class ExplicitRound:
    """A round that is played by `apply`, chance included. `copy` is cheap."""

    cdef readonly int ply_limit, seals
    cdef readonly bint stepwise
    cdef CompiledRules compiled
    cdef Glass glass
    cdef Place at
    cdef str text                # the public moves, and the cards laid out
    cdef bytes past              # the same, four bytes a ply

    def __cinit__(
        self, ruleset="standard", *, int first=-1, style="flat", int ply_limit=PLY_LIMIT,
        int seals=2,
    ):
        cdef uint32_t laid_out
        self.compiled = compile_rules(ruleset)
        self.glass = glass_of(self.compiled, ply_limit, seals)
        self.ply_limit, self.seals = ply_limit, seals
        self.stepwise = style == "stepwise"
        memset(&self.at, 0, sizeof(Place))
        self.at.first = first
        self.at.stage = LOT if first < 0 else HAND_0
        laid_out = <uint32_t> self.compiled.rules.camels_laid_out << CAMEL_SHIFT
        self.at.deck = self.compiled.rules.cards - laid_out
        self.text = ""
        self.past = b""

    def copy(self):
        """Another round at the same place."""
        cdef ExplicitRound other = ExplicitRound.__new__(ExplicitRound, self.compiled.ruleset)
        other.glass, other.ply_limit, other.seals = self.glass, self.ply_limit, self.seals
        other.stepwise, other.at = self.stepwise, self.at
        other.text, other.past = self.text, self.past
        return other

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        place = PyBytes_FromStringAndSize(<char *> &self.at, sizeof(Place))
        options = (self.ruleset, self.stepwise, self.ply_limit, self.seals)
        return restore, (*options, place, self.text, self.past)

    # Where the round stands

    @property
    def ruleset(self):
        """The numbers by which the round is played."""
        return self.compiled.ruleset

    @property
    def phase(self):
        """What comes next: lot, hand_0, hand_1, market, draw or bonus (chance), move, or over."""
        return PHASES[self.at.stage]

    @property
    def is_over(self):
        """Whether the round has ended."""
        return self.at.stage == OVER

    @property
    def turn(self):
        """The seat to move; -1 for chance, -4 once the round is over (OpenSpiel's numbers)."""
        if self.at.stage == MOVE:
            return turn_of(&self.at.state)
        return -4 if self.at.stage == OVER else -1

    @property
    def mover(self):
        """The seat whose move it is, also while chance completes it."""
        return turn_of(&self.at.state)

    @property
    def starter(self):
        """The seat that makes the first move."""
        return self.at.first

    @property
    def depth(self):
        """How many choices the seat to move has made for a move that is not done (stepwise)."""
        return self.at.depth

    @property
    def rupees(self):
        """The rupees of both seats so far, or at the end."""
        cdef const Rules *rules = &self.compiled.rules
        return rupees_of(rules, &self.at.state, 0), rupees_of(rules, &self.at.state, 1)

    @property
    def seal(self):
        """The seat that wins the seal, or None."""
        cdef int seal = seal_of(&self.compiled.rules, &self.at.state)
        return None if seal < 0 else seal

    @property
    def next_first(self):
        """The seat that starts the next round, once this one is over (R9)."""
        return next_first(self.at.first, seal_of(&self.compiled.rules, &self.at.state))

    @property
    def draw_size(self):
        """How many cards chance lays out now."""
        return self.drawn_now()

    @property
    def deck_left(self):
        """How many cards are face down."""
        return total(self.at.deck)

    @property
    def bonus_pile(self):
        """The pile that chance draws a bonus token from, and how many were drawn from it before."""
        cdef int pile = self.at.state.bonus_due - 1
        return self.compiled.rules.bonus_key[pile], self.at.state.bonus_drawn[pile]

    cdef int drawn_now(self) noexcept:
        if self.at.stage == HAND_0 or self.at.stage == HAND_1:
            return self.compiled.rules.deal_size
        if self.at.stage == MARKET:
            return self.compiled.rules.market_size - self.compiled.rules.camels_laid_out
        return min(self.at.state.to_draw, self.at.state.deck_left) if self.at.stage == DRAW else 0

    # What can happen

    def legal_actions(self):
        """The actions of the seat to move, ascending."""
        cdef int i
        cdef uint32_t bits
        if not self.stepwise:
            return [self.at.moves[i] for i in range(self.at.count)]
        bits = offered(self.at.moves, self.at.count, self.at.depth)
        return [i for i in range(CHOICE_COUNT) if (bits >> i) & 1]

    def outcomes(self):
        """What chance can do, as pairs of a number and how likely it is."""
        cdef int i, size = self.drawn_now()
        cdef double chance
        if self.at.stage == LOT:
            return [(0, 0.5), (1, 0.5)]
        if self.at.stage == BONUS:
            return self.bonus_outcomes()
        found = []
        for i in range(draw_count[size]):
            chance = draw_chance(self.at.deck, draws[size][i])
            if chance > 0:
                found.append((i, chance))
        return found

    cdef list bonus_outcomes(self):
        """The value of a token is its number."""
        cdef int pile = self.at.state.bonus_due - 1, i, left = 0, value
        cdef int[16] tokens
        cdef const Rules *rules = &self.compiled.rules
        memset(tokens, 0, sizeof(tokens))
        for i in range(rules.bonus_count[pile]):
            tokens[rules.bonus_value[pile][i]] += 1
        for i in range(self.at.state.bonus_drawn[pile]):
            tokens[(self.at.state.bonus[pile] >> 4 * i) & 15] -= 1
        left = rules.bonus_count[pile] - self.at.state.bonus_drawn[pile]
        return [(value, <double> tokens[value] / left) for value in range(16) if tokens[value]]

    def apply(self, int action):
        """Let it happen: the action of the seat to move, or the outcome of chance."""
        if self.at.stage == MOVE:
            self.act(action)
        elif self.at.stage == LOT:
            self.at.first = action & 1
            self.at.stage = HAND_0
        elif self.at.stage == BONUS:
            pile = self.at.state.bonus_due - 1
            self.at.state.bonus[pile] |= <uint32_t> action << 4 * self.at.state.bonus_drawn[pile]
            self.finish()
        elif self.at.stage == OVER:
            raise IllegalMove(Refusal.ROUND_OVER, "")
        else:
            self.lay_out_cards(action)

    cdef int act(self, int action) except -1:
        cdef const Rules *rules = &self.compiled.rules
        cdef State *state = &self.at.state
        cdef int move = action
        if self.stepwise:
            if action not in self.legal_actions():
                raise IllegalMove(Refusal.NOT_A_MOVE, f"choice {action}")
            self.at.count = keep(self.at.moves, self.at.count, self.at.depth, action)
            self.at.depth += 1
            self.at.chosen[action] += 1
            if action != DONE:
                return 0
            move = self.at.moves[0]
        elif not 0 <= action < ACTION_COUNT or refuse(rules, state, turn_of(state), action):
            raise IllegalMove(Refusal.NOT_A_MOVE, f"action {action}")
        self.at.action = move
        begin_move(rules, state, move)
        self.text += text_of(move)
        if self.at.state.to_draw and self.at.state.deck_left:
            self.at.stage = DRAW
        elif self.at.state.bonus_due:
            self.at.stage = BONUS
        else:
            self.finish()
        return 0

    cdef int lay_out_cards(self, int number) except -1:
        cdef int size = self.drawn_now()
        cdef uint32_t cards
        cards = draws[size][number] if 0 <= number < draw_count[size] else ~<uint32_t> 0
        if not draw_chance(self.at.deck, cards) > 0:
            raise ImpossiblePosition(f"The deck has no {size} cards with the number {number}.")
        self.at.deck -= cards
        if self.at.stage == DRAW:
            put_on_top(&self.at.state, cards)
            self.text += "/" + letters_of(cards)
            return self.finish()
        self.at.dealt[self.at.stage - HAND_0] = cards
        if self.at.stage == MARKET:
            self.start()
        else:
            self.at.stage += 1
        return 0

    cdef int start(self) except -1:
        """All is dealt: the first move comes."""
        cdef uint8_t[64] cards
        cdef int count = 0, i
        for i in range(3):
            count = spread(self.at.dealt[i], cards, count)
        lay_out(&self.compiled.rules, &self.at.state, cards, count, self.at.first)
        self.at.state.deck_left = total(self.at.deck)
        return self.decide()

    cdef int finish(self) except -1:
        """The second half of a move, with what chance has chosen."""
        cdef int drawn = settle(&self.compiled.rules, &self.at.state)
        self.past = with_move(self.past, self.at.action, drawn)
        if not self.at.state.end and self.at.state.ply >= <uint32_t> self.ply_limit:
            self.at.state.end = END_LIMIT
        return self.decide()

    cdef int decide(self) except -1:
        self.at.stage = OVER if self.at.state.end else MOVE
        self.at.depth = 0
        memset(self.at.chosen, 0, CHOICE_COUNT)
        self.at.count = list_moves(
            &self.compiled.rules, &self.at.state, turn_of(&self.at.state), self.at.moves
        )
        return 0

    # What a seat knows

    def round(self):
        """A Round at this place; what chance has not decided lies in box order."""
        cdef Round made = Round.__new__(Round)
        cdef uint8_t[64] cards
        cdef int count = spread(self.at.deck, cards, 0), i
        if self.at.stage != MOVE and self.at.stage != OVER:
            raise ImpossiblePosition("In the midst of a deal or a move there is no round.")
        made.state = self.at.state
        for i in range(count - 1, -1, -1):
            made.state.deck[i >> 4] = made.state.deck[i >> 4] << 4 | cards[i]
        for i in range(3):
            fill_pile(&self.compiled.rules, &made.state, i)
        made.compiled = self.compiled
        made.past = self.past
        made.first_market = unpack_cards(self.start_market())
        return made

    cdef uint32_t start_market(self) noexcept:
        return self.at.dealt[2] + (<uint32_t> self.compiled.rules.camels_laid_out << CAMEL_SHIFT)

    def observe(self, int seat, out, seals=(0, 0)):
        """Write the observation of a seat into an array of float32."""
        cdef float[::1] row = out
        cdef Sight sight
        sight.over = self.at.stage == OVER
        sight.seals[0], sight.seals[1] = seals
        sight.chosen = NULL
        if self.stepwise:
            sight.chosen = &self.at.chosen[0]
        if row.shape[0] != (STEPWISE_SIZE if self.stepwise else FLAT_SIZE):
            raise ValueError("The array has not the size of an observation.")
        if self.at.stage >= MOVE:
            look(&self.glass.lens, &self.compiled.rules, &self.at.state, seat, &sight, &row[0])
        else:
            row[:] = 0

    def remember(self, int seat, dealt, start, plies):
        """Write all that a seat has seen: its deal, the first market, and 22 numbers a ply."""
        cdef float[::1] own = dealt
        cdef float[::1] market = start
        cdef float[:, ::1] rows = plies
        own[:] = 0
        market[:] = 0
        rows[:] = 0
        if self.at.stage > HAND_0 + seat:
            put_counts(&own[0], self.at.dealt[seat])
        if self.at.stage > HAND_1 - seat:
            own[7] = self.at.dealt[1 - seat] >> CAMEL_SHIFT
        if self.at.stage > MARKET:
            put_counts(&market[0], self.start_market())
        recall(&self.compiled.rules, &self.at.state, self.past, seat, &rows[0, 0])

    def what_is_known(self, int seat):
        """All that a seat has seen, as text: its deal, its bonus tokens, moves with their draws."""
        parts = [f"seat {seat}, starter {self.at.first}"]
        if self.at.stage > HAND_0 + seat:
            parts.append(f"dealt {letters_of(self.at.dealt[seat])}")
        if self.at.stage > HAND_1 - seat:
            parts.append(f"opponent's camels {self.at.dealt[1 - seat] >> CAMEL_SHIFT}")
        if self.at.stage > MARKET:
            parts.append(f"market {letters_of(self.start_market())}")
            parts.append(f"bonus {bonus_text(&self.at.state, seat)}")
            parts.append(f"moves{self.text}")
        if self.at.depth and turn_of(&self.at.state) == seat:
            parts.append(choices_text(self.at.chosen))
        return "; ".join(parts)

    def what_is_seen(self, int seat):
        """What lies before a seat now, as text, whatever led there."""
        text = f"seat {seat}"
        if self.at.stage >= MOVE:
            text += sight_text(&self.compiled.rules, &self.at.state, seat)
        if self.at.depth and turn_of(&self.at.state) == seat:
            text += "; " + choices_text(self.at.chosen)
        return text


cdef str text_of(int action):
    if TEXTS[action] is None:
        TEXTS[action] = f" {Move.from_action(action)}"
    return TEXTS[action]


def restore(ruleset, stepwise, ply_limit, seals, place, text, past):
    """A pickled round; only the build that wrote it can be sure to read it."""
    cdef ExplicitRound made = ExplicitRound(
        ruleset, style="stepwise" if stepwise else "flat", ply_limit=ply_limit, seals=seals
    )
    if len(place) != sizeof(Place):
        raise ImpossiblePosition("Another version of the library has pickled this round.")
    memcpy(&made.at, PyBytes_AS_STRING(place), sizeof(Place))
    made.text, made.past = text, past
    return made
