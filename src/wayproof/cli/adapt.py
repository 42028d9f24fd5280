"""`wayproof adapt POLICY.onnx`: train a policy further, to resist or to recover from faults."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import missing_dependency

if TYPE_CHECKING:
    from wayproof.agents.learned.policy_card import PolicyCard


def adapt(
    policy: Annotated[Path, typer.Argument(metavar="POLICY", help="a policy: NAME.onnx with its card")],
    way: Annotated[str, typer.Option("--way", help="continue, augment, monitor, finetune, action, rotation")],
    out: Annotated[Path, typer.Option("--out", "-o", help="folder for checkpoints, curve and network")],
    to: Annotated[
        str,
        typer.Option("--to", help="faults of the target: NAME:SEVERITY+..., or a condition of the suite"),
    ] = "",
    steps: Annotated[int, typer.Option("--steps", help="steps in the world it learns in", min=0)] = 166_000,
    suite: Annotated[
        str, typer.Option("--suite", help="suite whose camera, profile and conditions apply")
    ] = "robustnav-pointnav",
    ppo: Annotated[
        float | None, typer.Option("--ppo", help="share of the steps for PPO; else as it was trained")
    ] = None,
    houses: Annotated[
        int | None, typer.Option("--houses", help="how many train houses; else as it was trained", min=1)
    ] = None,
    episodes: Annotated[
        int, typer.Option("--episodes", help="val episodes to try it on at the end", min=0)
    ] = 60,
    seed: Annotated[int, typer.Option("--seed", help="seed of episodes, draws and head", min=0)] = 0,
    threads: Annotated[int, typer.Option("--threads", help="CPU threads for torch", min=1)] = 1,
    processes: Annotated[int, typer.Option("--processes", help="processes that collect steps", min=1)] = 1,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Train a policy further, to resist faults. Repeat the same command to resume.

    Ways: continue in clean houses (the control), augment pictures, add a progress monitor, finetune in the
    target world, or learn by an auxiliary head that tells an action or a rotation: with --to by that alone in
    the target world, else along with the expert in clean houses.

    Example: wayproof adapt pointnav_rgb.onnx --way rotation --to spatter_robustnav:1 --steps 20000 -o adapted
    """
    try:
        from wayproof.learning.policies.adaptation_job import run_adaptation
        from wayproof.learning.policies.adaptation_recipe import AdaptationJob
    except ImportError as error:
        raise missing_dependency("torch, onnx or safetensors", "learn", "adapting") from error
    job = AdaptationJob(policy, way, out, to, steps, suite, ppo, houses, episodes, seed, threads, processes)
    try:
        card = run_adaptation(job, say)
    except KeyboardInterrupt:
        say(f"stopped; repeat the same command to resume in {out}")
        raise typer.Exit(130) from None
    say(f"wrote {out / card.name}.onnx; try it: wayproof run {suite} --agent {out / card.name}.onnx")
    answer(_told(card), form)


def _told(card: PolicyCard) -> dict[str, Any]:
    """What came out: how it was made, what its auxiliary head says, and success in val houses."""
    told = {name: card.made[name] for name in ("way", "target", "steps", "updates")}
    head = card.made.get("auxiliary head on held-out frames", {})
    asked = {f"auxiliary head {when}, held-out frames": figures for when, figures in head.items()}
    return {"name": card.name, **told, **asked, **card.reached}
