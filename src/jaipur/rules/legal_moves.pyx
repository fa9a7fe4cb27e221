"""The moves that may be played in a position, in the order of their action ids."""

from jaipur.errors import NotationError
from jaipur.rules.moves import BY_ACTION, Move

cdef list MOVES = BY_ACTION
cdef object from_action = Move.from_action


cdef class LegalMoves:
    """The moves that may be played, in ascending action id.

    They can be iterated, indexed, counted and tested for emptiness; `move in …` takes a move or its
    text.
    """

    def __iter__(self):
        return iter(self.moves)

    def __len__(self):
        return len(self.moves)

    def __getitem__(self, place):
        return self.moves[place]

    def __contains__(self, move):
        if isinstance(move, str):
            try:
                move = Move.parse(move)
            except NotationError:
                return False
        return move in self.moves

    def __eq__(self, other):
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return self.moves == (<LegalMoves> other).moves

    __hash__ = None

    @property
    def actions(self):
        """The action ids of the moves."""
        return tuple([move.action for move in self.moves])

    def __repr__(self):
        texts = " ".join([str(move) for move in self.moves[:3]])
        return f"<LegalMoves {texts}{' …' if len(self.moves) > 3 else ''}>"


cdef object move_of(int action):
    """The move of an action; each is made once."""
    move = MOVES[action]
    return from_action(action) if move is None else move


cdef LegalMoves legal_moves_of(const uint16_t *actions, int count):
    cdef LegalMoves legal = LegalMoves.__new__(LegalMoves)
    cdef list moves = []
    cdef int i
    legal.moves = moves
    for i in range(count):
        moves.append(move_of(actions[i]))
    return legal
