"""A round in which chance is a player, for algorithms that need every draw as a node of a tree.

The lot, the two hands, the first market, the cards laid out after a move and a bonus token are each
one chance event. Cards laid out together are one multiset, so no two branches differ only in the
order of cards. The rules are those of rules/core/law.pxd; what a seat knows of such a round is in
information_state.pyx.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from jaipur.errors import IllegalMove, ImpossiblePosition, Refusal
from jaipur.rules.moves import Move

from jaipur.envs.card_draws cimport (
    append_cards, complete_bonus_pile, draw_count, draw_probability, draws, letters_of, put_on_top,
)
from jaipur.envs.observer cimport observer_for
from jaipur.envs.stepwise cimport CHOICE_COUNT, DONE, keep_matching, offered_choices
from jaipur.rules.core.compiled_rules cimport compile_rules, lay_out, unpack_cards
from jaipur.rules.core.history cimport with_move
from jaipur.rules.core.law cimport (
    PLY_LIMIT, Rules, State, begin_move, list_moves, next_first, refuse, rupees_of, seal_of,
    settle, stop_at, turn_of,
)
from jaipur.rules.core.refusals cimport refusal_of
from jaipur.rules.round cimport Round
from jaipur.rules.core.action_tables cimport ACTION_COUNT, CAMEL_SHIFT, total

PHASES = ("lot", "hand_0", "hand_1", "market", "move", "draw", "bonus", "over")

cdef list MOVE_TEXTS = [None] * ACTION_COUNT


cdef class ChanceRound:
    """A mutable round that is played by `apply`, chance included; `copy` is cheap."""

    def __cinit__(
        self, ruleset="standard", *, int first=-1, style="flat", int ply_limit=PLY_LIMIT,
        int seals=2,
    ):
        cdef uint32_t laid_out
        self.compiled = compile_rules(ruleset)
        self.observer = observer_for(self.compiled, ply_limit, seals)
        self.ply_limit, self.seals = ply_limit, seals
        self.stepwise = style == "stepwise"
        memset(&self.node, 0, sizeof(TreeNode))
        self.node.first = first
        self.node.phase = LOT if first < 0 else HAND_0
        laid_out = <uint32_t> self.compiled.rules.camels_laid_out << CAMEL_SHIFT
        self.node.deck = self.compiled.rules.cards - laid_out
        self.moves_text = ""
        self.past = b""

    def copy(self):
        """Another round in the same state."""
        cdef ChanceRound other = ChanceRound.__new__(ChanceRound, self.compiled.ruleset)
        other.observer, other.ply_limit, other.seals = self.observer, self.ply_limit, self.seals
        other.stepwise, other.node = self.stepwise, self.node
        other.moves_text, other.past = self.moves_text, self.past
        return other

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        node = PyBytes_FromStringAndSize(<char *> &self.node, sizeof(TreeNode))
        options = (self.ruleset, self.stepwise, self.ply_limit, self.seals)
        return restore, (*options, node, self.moves_text, self.past)

    @property
    def ruleset(self):
        """The ruleset of the round."""
        return self.compiled.ruleset

    @property
    def phase(self):
        """What comes next: lot, hand_0, hand_1, market, draw or bonus (chance), move, or over."""
        return PHASES[self.node.phase]

    @property
    def is_over(self):
        """Whether the round has ended."""
        return self.node.phase == OVER

    @property
    def current_player(self):
        """The seat to move; -1 for chance, -4 once the round is over, as in OpenSpiel."""
        if self.node.phase == MOVE:
            return turn_of(&self.node.state)
        return -4 if self.node.phase == OVER else -1

    @property
    def mover(self):
        """The seat whose move it is, also while chance completes the move."""
        return turn_of(&self.node.state)

    @property
    def first(self):
        """The seat that makes the first move; -1 before the lot."""
        return self.node.first

    @property
    def next_first(self):
        """The seat that starts the next round of a match, once this one is over (R9)."""
        return next_first(self.node.first, seal_of(&self.compiled.rules, &self.node.state))

    @property
    def depth(self):
        """The number of choices made for a move that is not done (stepwise)."""
        return self.node.depth

    @property
    def rupees(self):
        """The rupees of both seats so far, or at the end."""
        cdef const Rules *rules = &self.compiled.rules
        return rupees_of(rules, &self.node.state, 0), rupees_of(rules, &self.node.state, 1)

    @property
    def seal(self):
        """The seat that wins the seal, or None."""
        cdef int seal = seal_of(&self.compiled.rules, &self.node.state)
        return None if seal < 0 else seal

    @property
    def draw_size(self):
        """The number of cards that chance lays out now."""
        return self.cards_to_draw()

    @property
    def deck_left(self):
        """The number of face-down cards."""
        return total(self.node.deck)

    @property
    def bonus_pile(self):
        """The pile that chance draws a bonus token from, and the tokens drawn from it before."""
        cdef int pile = self.node.state.bonus_due - 1
        return self.compiled.rules.bonus_key[pile], self.node.state.bonus_drawn[pile]

    cdef int cards_to_draw(self) noexcept:
        if self.node.phase == HAND_0 or self.node.phase == HAND_1:
            return self.compiled.rules.deal_size
        if self.node.phase == MARKET:
            return self.compiled.rules.market_size - self.compiled.rules.camels_laid_out
        if self.node.phase == DRAW:
            return min(self.node.state.to_draw, self.node.state.deck_left)
        return 0

    def legal_actions(self):
        """The actions of the seat to move, ascending."""
        cdef int i
        cdef uint32_t bits
        if not self.stepwise:
            return [self.node.moves[i] for i in range(self.node.count)]
        bits = offered_choices(self.node.moves, self.node.count, self.node.depth)
        return [i for i in range(CHOICE_COUNT) if (bits >> i) & 1]

    def outcomes(self):
        """The outcomes of chance, as pairs of outcome and probability."""
        cdef int i, size = self.cards_to_draw()
        cdef double probability
        if self.node.phase == LOT:
            return [(0, 0.5), (1, 0.5)]
        if self.node.phase == BONUS:
            return self.bonus_outcomes()
        found = []
        for i in range(draw_count[size]):
            probability = draw_probability(self.node.deck, draws[size][i])
            if probability > 0:
                found.append((i, probability))
        return found

    cdef list bonus_outcomes(self):
        """The outcome of a bonus token is its value."""
        cdef int pile = self.node.state.bonus_due - 1, i, left = 0, value
        cdef int[16] tokens
        cdef const Rules *rules = &self.compiled.rules
        memset(tokens, 0, sizeof(tokens))
        for i in range(rules.bonus_count[pile]):
            tokens[rules.bonus_value[pile][i]] += 1
        for i in range(self.node.state.bonus_drawn[pile]):
            tokens[(self.node.state.bonus[pile] >> 4 * i) & 15] -= 1
        left = rules.bonus_count[pile] - self.node.state.bonus_drawn[pile]
        return [(value, <double> tokens[value] / left) for value in range(16) if tokens[value]]

    def apply(self, int action):
        """Apply the action of the seat to move, or the outcome of chance."""
        cdef State *state = &self.node.state
        cdef int pile
        if self.node.phase == MOVE:
            self.apply_move(action)
        elif self.node.phase == LOT:
            self.check_outcome(action)
            self.node.first = action
            self.node.phase = HAND_0
        elif self.node.phase == BONUS:
            self.check_outcome(action)
            pile = state.bonus_due - 1
            state.bonus[pile] |= <uint32_t> action << 4 * state.bonus_drawn[pile]
            self.complete_move()
        elif self.node.phase == OVER:
            raise IllegalMove(Refusal.ROUND_OVER, "")
        else:
            self.apply_draw(action)

    cdef int check_outcome(self, int outcome) except -1:
        """Raise unless the lot or the bonus pile has this outcome."""
        possible = [one for one, _ in self.outcomes()]
        if outcome not in possible:
            raise ImpossiblePosition(f"the outcome must be one of {possible}, got {outcome}")
        return 0

    cdef int apply_move(self, int action) except -1:
        cdef const Rules *rules = &self.compiled.rules
        cdef State *state = &self.node.state
        cdef int move = action
        if self.stepwise:
            if action not in self.legal_actions():
                raise not_legal(action)
            self.node.count = keep_matching(
                self.node.moves, self.node.count, self.node.depth, action
            )
            self.node.depth += 1
            self.node.chosen[action] += 1
            if action != DONE:
                return 0
            move = self.node.moves[0]
        elif not 0 <= action < ACTION_COUNT:
            raise not_legal(action)
        elif refuse(rules, state, turn_of(state), action):
            refused = Move.from_action(action)
            raise IllegalMove(refusal_of(rules, state, refused), f"action {action}, {refused}")
        self.node.action = move
        begin_move(rules, state, move)
        self.moves_text += move_text(move)
        if self.node.state.to_draw and self.node.state.deck_left:
            self.node.phase = DRAW
        elif self.node.state.bonus_due:
            self.node.phase = BONUS
        else:
            self.complete_move()
        return 0

    cdef int apply_draw(self, int outcome) except -1:
        cdef int size = self.cards_to_draw()
        cdef uint32_t cards
        cards = draws[size][outcome] if 0 <= outcome < draw_count[size] else ~<uint32_t> 0
        if not draw_probability(self.node.deck, cards) > 0:
            raise ImpossiblePosition(
                f"the outcome must be one of outcomes() for a draw of {size} cards, got {outcome}"
            )
        self.node.deck -= cards
        if self.node.phase == DRAW:
            put_on_top(&self.node.state, cards)
            self.moves_text += "/" + letters_of(cards)
            return self.complete_move()
        self.node.dealt[self.node.phase - HAND_0] = cards
        if self.node.phase == MARKET:
            self.begin_play()
        else:
            self.node.phase += 1
        return 0

    cdef int begin_play(self) except -1:
        """Set up the round after the last card is dealt."""
        cdef uint8_t[64] cards
        cdef int count = 0, i
        for i in range(3):
            count = append_cards(self.node.dealt[i], cards, count)
        lay_out(&self.compiled.rules, &self.node.state, cards, count, self.node.first)
        self.node.state.deck_left = total(self.node.deck)
        return self.next_decision()

    cdef int complete_move(self) except -1:
        """Play the second half of a move, with what chance has drawn."""
        cdef int drawn = settle(&self.compiled.rules, &self.node.state)
        self.past = with_move(self.past, self.node.action, drawn)
        stop_at(&self.node.state, self.ply_limit)
        return self.next_decision()

    cdef int next_decision(self) except -1:
        """List the legal moves of the seat to move, or end the round."""
        self.node.phase = OVER if self.node.state.end else MOVE
        self.node.depth = 0
        memset(self.node.chosen, 0, CHOICE_COUNT)
        self.node.count = list_moves(
            &self.compiled.rules, &self.node.state, turn_of(&self.node.state), self.node.moves
        )
        return 0

    def round(self):
        """A Round at this position; cards and tokens not drawn yet are in the ruleset's order."""
        cdef Round made = Round.__new__(Round)
        cdef uint8_t[64] cards
        cdef int count = append_cards(self.node.deck, cards, 0), i
        if self.node.phase != MOVE and self.node.phase != OVER:
            raise ImpossiblePosition(
                f"a Round exists in the phases move and over only, not in {self.phase}"
            )
        made.state = self.node.state
        for i in range(count - 1, -1, -1):
            made.state.deck[i >> 4] = made.state.deck[i >> 4] << 4 | cards[i]
        for i in range(3):
            complete_bonus_pile(&self.compiled.rules, &made.state, i)
        made.compiled = self.compiled
        made.past = self.past
        made.first_market = unpack_cards(self.start_market())
        return made

    cdef uint32_t start_market(self) noexcept:
        cdef uint32_t camels = self.compiled.rules.camels_laid_out
        return self.node.dealt[2] + (camels << CAMEL_SHIFT)


cdef object not_legal(int action):
    return ValueError(f"action must be one of legal_actions(), got {action}")


cdef str move_text(int action):
    if MOVE_TEXTS[action] is None:
        MOVE_TEXTS[action] = f" {Move.from_action(action)}"
    return MOVE_TEXTS[action]


def restore(ruleset, stepwise, ply_limit, seals, node, moves_text, past):
    """Rebuild a pickled round; only the version that wrote it is sure to read it."""
    cdef ChanceRound made = ChanceRound(
        ruleset, style="stepwise" if stepwise else "flat", ply_limit=ply_limit, seals=seals
    )
    if len(node) != sizeof(TreeNode):
        raise ImpossiblePosition("this round was pickled by another version of jaipur")
    memcpy(&made.node, PyBytes_AsString(node), sizeof(TreeNode))
    made.moves_text, made.past = moves_text, past
    return made
