"""Which requests are answered: from this machine only, read-only; and what the browser must forbid."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
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


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        await (refusal or self.app)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) != 1 or not is_this_machine(hosts[0]):
            return PlainTextResponse(
                "this viewer answers only at 127.0.0.1 and localhost; open the address that it printed\n", 403
            )
        if scope["method"] not in METHODS:
            return PlainTextResponse("read-only: use GET\n", 405, {"allow": ", ".join(METHODS)})
        return None
