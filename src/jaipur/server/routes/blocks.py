"""Routes of the users whom one does not want to play with."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import require_user
from jaipur.server.lobby.opponents import account_named
from jaipur.server.participation import look_at
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.ratings.rated_terms import require_accounts
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.sessions import User
from jaipur.server.shapes.lobby import BlockShape, BlocksShape, BlockUser

__all__ = ["routes"]

routes = Routes("/api/me/blocks", tag="users")


@routes.get("", answer=BlocksShape)
async def list_blocks(request: Request) -> BlocksShape:
    """The users whom you have blocked."""
    services = Services.of(request)
    require_accounts(services.settings)
    user = await require_user(request, "reads")
    rows = await services.blocks.of(user.id)
    return BlocksShape(
        blocks=[BlockShape(id=r["id"], name=r["name"], since=r["created_at"]) for r in rows]
    )


@routes.post("", answer=BlocksShape, status=201)
async def block_user(request: Request, body: BlockUser) -> BlocksShape:
    """Block a user, who can then neither challenge you, be paired with you, nor join your games.

    They are not told. Games that you play together go on.
    """
    services = Services.of(request)
    require_accounts(services.settings)
    user = await require_user(request)
    blocked = await _user_to_block(services, user, body)
    await services.blocks.add(user.id, blocked)
    services.lobby_watch.users_changed([user.id, blocked])
    return await list_blocks(request)


@routes.delete("/{block}", status=204)
async def unblock_user(request: Request, block: str) -> Response:
    """End a block, by its id in the list."""
    services = Services.of(request)
    require_accounts(services.settings)
    user = await require_user(request)
    services.lobby_watch.users_changed([user.id, await services.blocks.remove(user.id, block)])
    return Response(status_code=204)


async def _user_to_block(services: Services, user: User, body: BlockUser) -> str:
    if body.name is not None:
        found = await account_named(services.store, body.name)
        if found is None or found.id == user.id:
            raise Problem.of(ProblemCode.UNKNOWN_PLAYER)
        return found.id
    assert body.game is not None
    game = (await look_at(services, body.game, user)).game
    users = {seat.user for seat in game.seats if seat} | {*game.terms.reserved, *game.former_users}
    others = users - {None, user.id}
    if user.id not in users or len(others) != 1:
        raise Problem.of(ProblemCode.UNKNOWN_PLAYER)
    return str(others.pop())
