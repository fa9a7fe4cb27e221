"""Routes of ratings and profiles: players by name, the leaderboard, friends."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import current_user, require_user
from jaipur.server.events import encode
from jaipur.server.own_matches import MatchFilter, find_matches
from jaipur.server.own_statistics import statistics_of
from jaipur.server.participation import look_at
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.ratings.leaderboard import leaderboard_of
from jaipur.server.ratings.profiles import Profiles
from jaipur.server.ratings.rated_history import (
    curve_of,
    figure_of,
    latest_matches,
    played_by,
    ratings_of,
    rivals_of,
)
from jaipur.server.ratings.rated_matches import RESULTS
from jaipur.server.ratings.rated_terms import require_accounts
from jaipur.server.ratings.rating_tables import standing_of
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.sessions import User
from jaipur.server.shapes.ratings import (
    ChangeProfile,
    FriendList,
    GameRatings,
    Leaderboard,
    MarkFriend,
    Profile,
    RatingChangeShape,
    RatingCurve,
)
from jaipur.server.shapes.requests import RulesetQuery
from jaipur.server.stored_facts import store_missing

__all__ = ["routes"]

routes = Routes("/api", tag="players")


@routes.get("/players/{name}", answer=Profile)
async def get_profile(request: Request, name: str, query: RulesetQuery) -> Response:
    """The profile of an account, if you may see it. Nothing in it is of a running game."""
    services, viewer = await _services(request)
    store, me = services.store, viewer.id if viewer else None
    profiles = Profiles(store)
    row = await profiles.find(name, me)
    user, you = row["id"], row["id"] == me
    played = await played_by(store, user)
    names = await profiles.visible({it.opponent for it in played if it.opponent}, me)
    return json_bytes(
        encode(
            {
                "name": row["name"],
                "since": row["registered_at"],
                "you": you,
                "friend": not you and await profiles.is_friend(me, user),
                "visibility": await profiles.visibility(user) if you else None,
                "ratings": await ratings_of(store, user, services.clock.now()),
                "rivals": rivals_of(played, names, me),
                "matches": latest_matches(played, names),
                "style": await _style(services, user, query.ruleset),
            }
        )
    )


async def _style(services: Services, user: str, ruleset: str) -> object:
    """The figures of how a user plays, beside those of the levels."""
    await store_missing(services.store, user)
    wanted = MatchFilter(ruleset=ruleset, is_counted=True)
    return statistics_of(await find_matches(services.store, user, wanted), ruleset)["figures"]


@routes.get("/players/{name}/ratings", answer=RatingCurve)
async def get_rating_curve(request: Request, name: str, query: RulesetQuery) -> RatingCurve:
    """The course of an account's rating with one ruleset, match by match."""
    services, viewer = await _services(request)
    row = await Profiles(services.store).find(name, viewer.id if viewer else None)
    points = await curve_of(services.store, row["id"], query.ruleset)
    return RatingCurve(ruleset=query.ruleset, points=points)


@routes.get("/leaderboard", answer=Leaderboard)
async def get_leaderboard(request: Request, query: RulesetQuery) -> Leaderboard:
    """The highest ratings with one ruleset that are not provisional."""
    services, viewer = await _services(request)
    return await leaderboard_of(
        services.store,
        services.ratings,
        Profiles(services.store),
        query.ruleset,
        viewer.id if viewer else None,
        services.clock.now(),
    )


@routes.get("/games/{game}/ratings", answer=GameRatings)
async def get_game_ratings(request: Request, game: str) -> GameRatings:
    """What a finished rated game did to the ratings of its players."""
    services, viewer = await _services(request)
    now = (await look_at(services, game, viewer)).game
    if now.ended is None:
        raise Problem.of(ProblemCode.MATCH_RUNNING)
    rows = await services.ratings.changes(game) if now.terms.rated else []
    changes = [
        RatingChangeShape(
            seat=seat,
            before=round(row["before"]),
            after=figure_of(standing_of(row).rating),
            weight=round(row["weight"], 3),
        )
        for seat, player in enumerate(now.seats)
        for row in rows
        if player is not None and row["user_id"] == player.user and row["figure"] == RESULTS
    ]
    return GameRatings(rated=now.terms.rated, changes=changes)


@routes.patch("/me/profile", answer=ChangeProfile)
async def change_profile(request: Request, body: ChangeProfile) -> ChangeProfile:
    """Choose who sees your profile, your name on the leaderboard and in the lists of others."""
    services, user = await _account(request)
    await Profiles(services.store).show_to(user.id, body.visibility)
    return body


@routes.get("/me/friends", answer=FriendList)
async def list_friends(request: Request) -> FriendList:
    """The accounts that you have marked: they see a profile that is for friends."""
    services, user = await _account(request, "reads")
    return FriendList(friends=await Profiles(services.store).friends(user.id))


@routes.post("/me/friends", answer=FriendList)
async def mark_friend(request: Request, body: MarkFriend) -> FriendList:
    """Mark an account as a friend. It is not told."""
    services, user = await _account(request)
    profiles = Profiles(services.store)
    await profiles.mark_friend(user.id, body.name, services.clock.now())
    return FriendList(friends=await profiles.friends(user.id))


@routes.delete("/me/friends/{name}", answer=FriendList)
async def unmark_friend(request: Request, name: str) -> FriendList:
    """Take the mark off a friend."""
    services, user = await _account(request)
    profiles = Profiles(services.store)
    await profiles.unmark_friend(user.id, name)
    return FriendList(friends=await profiles.friends(user.id))


async def _services(request: Request) -> tuple[Services, User | None]:
    """The services, and who asks; Problem on a server without accounts."""
    services, user = Services.of(request), await current_user(request)
    require_accounts(services.settings)
    return services, user


async def _account(request: Request, limit: str = "acts") -> tuple[Services, User]:
    """The services, and the account that asks; Problem for others."""
    services, user = Services.of(request), await require_user(request, limit)
    require_accounts(services.settings)
    if not user.is_account:
        raise Problem.of(ProblemCode.ACCOUNT_NEEDED)
    return services, user
