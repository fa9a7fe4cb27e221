"""Jaipur over HTTP: the server keeps games in an event log and sends each seat its own view.

The event log `(game, seq)` is the source of truth; a Game is the fold of its log, and events and
views are computed from both. The modules, from the inside out:

    game_terms, source_match, event_log      a game's options and its log
    game, fold, commands, consequences       what a game is, and what may be done in it: no I/O
    market_slots, events, explain            what clients are sent
    levels                                   the levels, and the engine behind hints
    schema, database, writer, store          tables, connections, group commit, queries
    postgres, database_status                time-outs, and whether the database can be used
    live_game, live_games, level_moves       games in memory, and the moves of levels
    presence, sync                           absence, and other processes
    users, authentication, middleware        who sends requests, how often, and from where
    shapes                                   everything that is sent or received, as structs
    services, routing, routes, app           the HTTP API
"""
