"""The table over HTTP: games that cannot leak, cannot desync and cannot be lost.

The event log `(game, seq)` is the truth; a game is the fold of its log, and what a seat hears is
worked out from both. The files, from the inside out:

    terms, script, log       what a game was opened with, and what happened in it
    game, acts               what a game is, and what may be done in it: no clock, no database
    slots, events, explain   what a seat is told
    levels                   who plays for the house
    schema, writer, store    rows, group commit, reading
    lanes, thinking, wake    one lane per game; levels' moves; other processes
    people, limits, guard    who is asking, how often, and from where
    routes, app              the HTTP API
"""
