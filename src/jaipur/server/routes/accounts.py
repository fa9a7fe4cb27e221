"""Routes of accounts: made, logged into, proved, and the ways in changed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.accounts.account_info import describe_account, games_of_guest
from jaipur.server.accounts.accounts import Caller, SignedIn
from jaipur.server.accounts.passkeys import can_use_passkeys
from jaipur.server.authentication import (
    browser_cookie,
    charge,
    client_address,
    current_session,
    new_session,
    require_session,
    set_browser_cookie,
    set_session_cookie,
)
from jaipur.server.events import encode
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.sessions import Session
from jaipur.server.shapes.accounts import (
    AccountInfo,
    AccountMade,
    Challenge,
    ChallengeRequest,
    CodeLogin,
    NewAccount,
    NewPasskey,
    NewPassword,
    PasskeyLogin,
    PasskeyName,
    PasswordLogin,
    RecoveryCodes,
    Verification,
)
from jaipur.server.shapes.answers import Me

__all__ = ["routes"]

routes = Routes("/api/account", tag="accounts")


@routes.post("", answer=AccountMade, status=201)
async def create_account(request: Request, body: NewAccount) -> Response:
    """Become an account: you keep your id, your games and everything else.

    `password` or `passkey` is needed (a passkey by a challenge for `register`, so there must be a
    guest already). The recovery codes are not shown again.
    """
    services, accounts = Services.of(request), Services.of(request).accounts
    session = await _enter(request)
    accounts.check_open()
    if body.password is None and body.passkey is None:
        raise Problem.of(
            ProblemCode.BAD_REQUEST,
            errors=[{"where": ["body"], "what": "Expected `password` or `passkey`"}],
        )
    if session is None:
        charge(request, "guests", None)
        _, token = await services.users.create(None, new_session(request))
        session = await services.users.sessions.use(token)  # it ends with the registration
        assert session is not None
    user = session.user
    passkey = None
    if body.passkey is not None:
        base, name = services.base_url(request), body.passkey_name
        passkey = await accounts.passkeys.checked_new("register", base, user, name, body.passkey)
    caller = _caller(request, session, program=session.is_program)
    made = await accounts.register(
        user,
        body.name,
        caller,
        password=body.password,
        passkey=passkey,
        invitation=body.invitation,
    )
    services.note(SecurityEvent.ACCOUNT_MADE, request, made.user)
    answer = json_bytes(encode(AccountMade(me=_me(made), codes=list(made.codes))), 201)
    return _signed_in(request, answer, made, caller)


@routes.post("/login", answer=Me, status=201)
async def log_in(request: Request, body: PasswordLogin) -> Response:
    """Log in with name and password. The session of before is ended."""
    session = await _enter(request)
    Services.of(request).accounts.check_on()
    await _check_guest(request, session, leave=body.leave_guest)
    caller = _caller(request, session, program=body.token)
    made = await Services.of(request).accounts.log_in(body.name, body.password, caller)
    return _logged_in(request, made, caller)


@routes.post("/login/code", answer=Me, status=201)
async def log_in_with_code(request: Request, body: CodeLogin) -> Response:
    """Log in with a recovery code, which is used up by it."""
    session = await _enter(request)
    Services.of(request).accounts.check_on()
    await _check_guest(request, session, leave=body.leave_guest)
    caller = _caller(request, session)
    made = await Services.of(request).accounts.log_in_with_code(body.code, caller)
    return _logged_in(request, made, caller)


@routes.post("/login/passkey", answer=Me, status=201)
async def log_in_with_passkey(request: Request, body: PasskeyLogin) -> Response:
    """Log in with a passkey that has signed a challenge for `login`."""
    services, session = Services.of(request), await _enter(request)
    services.accounts.check_on()
    await _check_guest(request, session, leave=body.leave_guest)
    base, caller = services.base_url(request), _caller(request, session)
    user = await services.accounts.passkeys.check("login", base, None, body.passkey)
    return _logged_in(request, await services.accounts.let_in(user, caller), caller)


@routes.post("/challenge", answer=Challenge, status=201)
async def make_challenge(request: Request, body: ChallengeRequest) -> Challenge:
    """What the browser needs for a passkey: to `register`, to `add` one, to log in or to verify.

    It is valid for five minutes, once. `register` is for a guest; a visitor becomes one first.
    """
    services, session = Services.of(request), await _enter(request)
    services.accounts.check_on()
    base = services.base_url(request)
    if not can_use_passkeys(base):
        raise Problem.of(ProblemCode.WRONG_PASSKEY)
    if body.purpose == "login":
        options = await services.accounts.passkeys.challenge("login", base, None)
        return Challenge(options=options)
    if session is None:
        raise Problem.of(ProblemCode.NOT_SIGNED_IN)
    if body.purpose == "add":
        services.accounts.check_verified(session)
    elif body.purpose == "verify":
        services.accounts.check_account(session)
    elif session.user.is_account:
        raise Problem.of(ProblemCode.ALREADY_AN_ACCOUNT)
    options = await services.accounts.passkeys.challenge(
        body.purpose, base, session.user, body.name
    )
    return Challenge(options=options)


@routes.post("/verify", status=204)
async def verify(request: Request, body: Verification) -> Response:
    """Prove that you are the account's owner; for ten minutes you may then change the ways in."""
    services, session = Services.of(request), await require_session(request)
    charge(request, "logins", session.user)
    accounts = services.accounts
    if body.passkey is not None:
        accounts.check_account(session)
        base = services.base_url(request)
        await accounts.passkeys.check("verify", base, session.user, body.passkey)
        await services.users.sessions.verified(session)
    elif body.code is not None:
        await accounts.verify_with_code(session, body.code)
    else:
        await accounts.verify(session, body.password or "", _caller(request, session))
    services.note(SecurityEvent.VERIFIED, request, session.user)
    return Response(status_code=204)


@routes.get("", answer=AccountInfo)
async def get_account(request: Request) -> AccountInfo:
    """Your account: password, passkeys, how many recovery codes are left."""
    services, session = Services.of(request), await require_session(request, "reads")
    services.accounts.check_account(session)
    return await describe_account(services.store, session, services.clock.now())


@routes.post("/password", status=204)
async def set_password(request: Request, body: NewPassword) -> Response:
    """Set or change the password. Other sessions end, unless you want them to go on."""
    services, session = Services.of(request), await _verified(request)
    ended = await services.accounts.set_password(session, body.password, end_others=body.end_others)
    services.note(SecurityEvent.PASSWORD_CHANGED, request, session.user, sessions=ended)
    return Response(status_code=204)


@routes.post("/codes", answer=RecoveryCodes, status=201)
async def make_codes(request: Request) -> RecoveryCodes:
    """Eight new recovery codes; the old ones are void. They are not shown again."""
    services, session = Services.of(request), await _verified(request)
    services.note(SecurityEvent.CODES_MADE, request, session.user)
    return RecoveryCodes(codes=await services.accounts.new_codes(session.user))


@routes.post("/passkeys", status=204)
async def add_passkey(request: Request, body: NewPasskey) -> Response:
    """Add a passkey, made by a challenge for `add`."""
    services, session = Services.of(request), await _verified(request)
    passkeys, base = services.accounts.passkeys, services.base_url(request)
    row = await passkeys.checked_new("add", base, session.user, body.name, body.passkey)
    await passkeys.add(row)
    services.note(SecurityEvent.PASSKEY_ADDED, request, session.user)
    return Response(status_code=204)


@routes.patch("/passkeys/{passkey}", status=204)
async def rename_passkey(request: Request, passkey: str, body: PasskeyName) -> Response:
    """Call a passkey something else."""
    services, session = Services.of(request), await require_session(request)
    services.accounts.check_account(session)
    await services.accounts.passkeys.rename(session.user, passkey, body.name)
    return Response(status_code=204)


@routes.delete("/passkeys/{passkey}", status=204)
async def remove_passkey(request: Request, passkey: str) -> Response:
    """Remove a passkey, unless it is the only way in."""
    services, session = Services.of(request), await _verified(request)
    await services.accounts.passkeys.remove(session.user, passkey)
    services.note(SecurityEvent.PASSKEY_REMOVED, request, session.user)
    return Response(status_code=204)


async def _enter(request: Request) -> Session | None:
    """The session of a request that may be a guess, counted for its address."""
    session = await current_session(request, "acts")
    charge(request, "logins", None)
    return session


async def _verified(request: Request) -> Session:
    """The session of an account whose owner has just proved to be it."""
    session = await require_session(request)
    Services.of(request).accounts.check_verified(session)
    charge(request, "logins", session.user)
    return session


async def _check_guest(request: Request, session: Session | None, *, leave: bool) -> None:
    """Problem if logging in leaves a guest with games behind, and this was not confirmed."""
    if session is None or session.user.is_account or session.is_program or leave:
        return
    running, finished = await games_of_guest(Services.of(request).store, session.user.id)
    if running or finished:
        raise Problem.of(ProblemCode.GUEST_HAS_GAMES, running=running, finished=finished)


def _caller(request: Request, session: Session | None, *, program: bool = False) -> Caller:
    return Caller(
        network=client_address(request),
        browser=browser_cookie(request),
        new=new_session(request, "program" if program else "browser"),
        old=session,
    )


def _logged_in(request: Request, made: SignedIn, caller: Caller) -> Response:
    Services.of(request).note(SecurityEvent.SIGN_IN, request, made.user)
    token = made.token if caller.new.kind == "program" else None
    return _signed_in(request, json_bytes(encode(_me(made, token)), 201), made, caller)


def _signed_in(request: Request, answer: Response, made: SignedIn, caller: Caller) -> Response:
    """The answer with the cookies of the new session and of the known browser."""
    if caller.new.kind == "browser":
        set_session_cookie(request, answer, made.token)
        set_browser_cookie(request, answer, made.browser)
    return answer


def _me(made: SignedIn, token: str | None = None) -> Me:
    return Me(id=made.user.id, name=made.user.name, account=True, token=token)
