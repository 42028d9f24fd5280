"""`wayproof serve AGENT`: serve an agent to a run in another process or on another machine."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from wayproof.cli.output import say


def serve(
    agent: Annotated[str, typer.Argument(help="a built-in agent, MODULE:CLASS or FILE.py:CLASS")],
    host: Annotated[
        str, typer.Option(help="address to listen on; this machine only by default")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any free port", min=0, max=65535)] = 8400,
    batch_wait_ms: Annotated[
        float, typer.Option(help="how long an agent with act_many waits for other sessions", min=0, max=1000)
    ] = 5.0,
) -> None:
    """Serve an agent until Ctrl-C. If WAYPROOF_TOKEN is set, clients need that token.

    Example: wayproof serve my_agent.py:MyAgent --port 8400
    """
    from wayproof.agents.contract.agent_by_name import agent_maker
    from wayproof.errors import InvalidInput
    from wayproof.wire.server import serve_agent

    make = agent_maker(agent)
    first = make()  # what is wrong with the agent is said now, not to the first who calls
    batched = "; waiting sessions are answered in batches" if hasattr(first, "act_many") else ""
    token = os.environ.get("WAYPROOF_TOKEN")
    if host not in ("127.0.0.1", "localhost", "::1") and not token:
        raise InvalidInput(f"--host {host} accepts other machines; set WAYPROOF_TOKEN to a secret first")
    try:
        server = serve_agent(make, host=host, port=port, token=token, batch_wait_s=batch_wait_ms / 1e3)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidInput(f"cannot listen on {host}:{port}: {reason}; choose another port") from None
    with server:
        number = server.socket.getsockname()[1]
        say(
            f"{first.card.name} at ws://{host}:{number}; run a suite with --agent ws://{host}:{number}{batched}"
        )
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("stopped")
