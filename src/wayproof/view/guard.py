"""Which requests are answered: read-only ones, from this machine, with the token; what browsers must forbid.

Every user of a shared machine can reach its loopback address, so the address that the viewer prints carries a
token. The browser sends it once and gets a cookie for all that the page asks for.
"""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = ("127.0.0.1", "localhost", "[::1]")
METHODS = ("GET", "HEAD")
# Scripts, styles, pictures and data from here and nowhere else; no forms, no frames, no inline code.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def is_this_machine(host: str) -> bool:
    """Whether a Host header names the loopback: another name means that a foreign page led here.

    >>> is_this_machine("127.0.0.1:8000"), is_this_machine("127.0.0.1.example.org")
    (True, False)
    """
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        name = host
    return name.lower() in HOSTS and (not colon or port.isdigit())


def cookie_name(scope: Scope) -> str:
    """One for each port: browsers send cookies to all ports of a host, and two viewers may run."""
    return f"wayproof_{scope['server'][1]}"


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        refusal = self._refusal(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if refusal is None and self._is_token(HTTPConnection(scope).query_params.get("token")):
                    cookie = f"{cookie_name(scope)}={self.token}; Path=/; HttpOnly; SameSite=Strict"
                    headers.append("set-cookie", cookie)
            await send(message)

        await (refusal or self.app)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) != 1 or not is_this_machine(hosts[0]):
            return PlainTextResponse(
                "this viewer answers only at 127.0.0.1 and localhost; open the address that it printed\n", 403
            )
        asked = HTTPConnection(scope)
        given = (asked.query_params.get("token"), asked.cookies.get(cookie_name(scope)))
        if not any(self._is_token(one) for one in given):
            return PlainTextResponse(
                "this viewer answers only those who have its token; open the whole address that it printed\n",
                403,
            )
        if scope["method"] not in METHODS:
            return PlainTextResponse("read-only: use GET\n", 405, {"allow": ", ".join(METHODS)})
        return None

    def _is_token(self, given: str | None) -> bool:
        return given is not None and hmac.compare_digest(given.encode(), self.token.encode())
