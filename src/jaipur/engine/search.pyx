"""The search: candidate moves played on by the network in many rounds that agree with the view.

1. The network ranks the moves by their after-states; the best of them are candidates, and with
   `finish` so is every move that ends the round.
2. A sample is one round dealt again. Every candidate is played in it, then both seats follow the
   network's choice for some plies, and the network values what is reached; a round that ends
   counts as it ended, and one that comes to an empty deck as it ends with best play. All
   candidates meet the same cards, so their differences are sharper than their values.
3. Sequential halving: after each phase the worse half is dropped, and the others share the rest of
   the budget.
4. Between phases the network's last layer is adapted to the outcomes of the samples.
5. All samples that share an adapted layer share its errors, so how much they differ says too little
   about how far off their mean is. Where the error matters, samples are split into groups, each
   with a layer that is adapted to its own samples: groups are independent, and the standard error
   is that of the mean of their means.

`Search` (engine.view_search) plays the samples; here is how a budget is spent on them.
"""

import time
from math import inf
from numbers import Integral

from jaipur.engine.early_stop import CHECK_EVERY, is_established
from jaipur.engine.likely_hands import likely_hands
from jaipur.engine.view_search import GROUPS, Search, check_turn

__all__ = ["GROUPS", "Search", "check_budget", "check_turn", "compare", "run_phases", "think"]


def think(
    view, *, milliseconds=None, samples=None, seed=0, int threads=1, int width=10, int depth=8,
    network=None, int keep=1, int groups=1, bint stop_early=False, bint read_hand=False,
):
    """The best moves of a view, best first, within a budget of milliseconds or of samples.

    Halving stops at `keep` candidates, so that so many are tried equally often. With one group the
    choice is best, and errors leave out what adapting adds; with `GROUPS` they are honest.
    With `stop_early` it ends once the best move is established (`engine.early_stop`). With
    `read_hand` the other hand is drawn by how likely that seat's moves are with it
    (`engine.likely_hands`); without, every deal that agrees with the view is equally likely.
    After exchanges without progress the order of the moves counts an exchange for less
    (`engine.waiting`); the evaluations are what was found.
    """
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(
        view, width=width, depth=depth, seed=seed, threads=threads, network=network, groups=groups,
        finish=True, track_gaps=stop_early,
        hands=likely_hands(view, network=network) if read_hand else None,
    )
    if search.candidates == 1 and keep == 1:
        return search.evaluations()
    run_phases(search, started, milliseconds, samples, keep)
    return search.evaluations()


def run_phases(search, double started, milliseconds, samples, int keep=1):
    """Sequential halving down to `keep` candidates within a budget; 2 share the last phase.

    A search that tracks gaps ends once its best move is established.
    """
    phases = phases_of(search.candidates, max(2, keep))
    for phase in range(phases):
        last = phase == phases - 1
        if samples is not None:
            count = max(1, samples // (phases * search.candidates))
            established = run_samples_of_phase(search, count, not last)
        else:
            deadline = started + milliseconds / 1000 * (phase + 1) / phases
            established = run_until(search, deadline, not last)
        if established:
            return
        if not last:
            search.halve(keep)
            search.adapt()


def compare(
    view, moves, *, milliseconds=None, samples=None, seed=0, int threads=1, int depth=8,
    network=None, int groups=GROUPS,
):
    """The given moves, best first, each tried in the same samples; none is dropped."""
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(
        view, moves=moves, depth=depth, seed=seed, threads=threads, network=network, groups=groups
    )
    if samples is not None:
        count = max(1, samples // search.candidates)
        search.run(count // 3, learn=True)
        search.adapt()
        search.run(count - count // 3)
    else:
        run_until(search, started + milliseconds / 3000, True)
        search.adapt()
        run_until(search, started + milliseconds / 1000, False)
    return search.evaluations()


def check_budget(milliseconds, samples):
    """Raise ValueError unless just one of the two is given, and can be used up."""
    if (milliseconds is None) == (samples is None):
        raise ValueError(
            "the budget must be either milliseconds or samples, "
            f"got milliseconds={milliseconds}, samples={samples}"
        )
    if milliseconds is None:
        if isinstance(samples, bool) or not isinstance(samples, Integral) or samples < 1:
            raise ValueError(f"samples must be a whole number above 0, got {samples!r}")
    elif not 0 < milliseconds < inf:  # neither is nan
        raise ValueError(f"milliseconds must be a number above 0, got {milliseconds!r}")


cdef int phases_of(int candidates, int keep):
    """How many phases it takes to halve the candidates to `keep`."""
    cdef int phases = 1
    while candidates > keep:
        candidates = max(keep, (candidates + 1) // 2)
        phases += 1
    return phases


def run_samples_of_phase(search, int count, bint learn):
    """Try all candidates so often; whether the best one is established before that."""
    if not search.track_gaps:
        search.run(count, learn)
        return False
    while count > 0:
        search.run(min(count, CHECK_EVERY), learn)
        count -= CHECK_EVERY
        if search.done >= CHECK_EVERY and is_established(search.gaps()):
            return True
    return False


def run_until(search, double deadline, bint learn):
    """Try all candidates until the deadline, once at least; whether the best is established."""
    cdef int checked = search.done
    while True:
        search.run(search.threads * max(search.groups, 64 // search.candidates), learn)
        if search.track_gaps and search.done - checked >= CHECK_EVERY:
            checked = search.done
            if is_established(search.gaps()):
                return True
        if time.perf_counter() >= deadline:
            return False
