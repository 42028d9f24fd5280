"""The reference pages that are lists: one page per task, and tables of metrics, agents and suites.

Called by make_docs.py; alone: python docs/make_reference.py
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
from paper_links import linked

from wayproof.agents import AGENTS
from wayproof.metrics import METRICS
from wayproof.sensors import SENSORS
from wayproof.suite import suite_digest
from wayproof.suites import conditions_of, load_suite, suite_names
from wayproof.tasks import TASKS, Task
from wayproof.vocabulary import Protocol

REFERENCE = Path(__file__).parent / "reference"
HIDDEN = ("task", "name", "sources")


def main() -> None:
    write_task_pages()
    write_metrics_page()
    write_agents_page()
    write_suites_page()


def write_task_pages() -> None:
    folder = REFERENCE / "tasks"
    folder.mkdir(parents=True, exist_ok=True)
    for task in TASKS:
        (folder / f"{task.name}.md").write_text(linked(task_page(task)))
    lines = ["# Tasks", "", "What an agent can be asked to do; `wayproof ls tasks` has the same list.", ""]
    lines += ["| task | what is asked | protocols | source |", "| --- | --- | --- | --- |"]
    lines += [
        " | ".join(
            (
                f"| [{task.name}](tasks/{task.name}.md)",
                task.summary,
                ", ".join(task.protocols),
                f"{task.source} |",
            )
        )
        for task in TASKS
    ]
    (REFERENCE / "tasks.md").write_text(linked("\n".join(lines) + "\n"))


def task_page(task: Task) -> str:
    lines = [f"# {task.name}", "", f"{task.summary[0].upper()}{task.summary[1:]}. Source: {task.source}.", ""]
    lines += [f'Run it: a suite with `task = "{task.name}"`; from Python `TASKS["{task.name}"]`.', ""]
    for protocol in task.protocols.values():
        lines += [f"## Protocol {protocol.name}", "", "| what | value | where from |", "| --- | --- | --- |"]
        lines += [
            f"| {field} | {shown(field, getattr(protocol, field))} | {source_of(protocol, field)} |"
            for field in protocol.__struct_fields__
            if field not in HIDDEN
        ]
        lines.append("")
    return "\n".join(lines)


def shown(field: str, value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field.endswith("_rad"):
        return f"{math.degrees(value):g} degrees"
    if value is None:
        return "none"
    return f"{value:g} m" if field.endswith("_m") else str(value)


def source_of(protocol: Protocol, field: str) -> str:
    """The remark on a field; fields without one keep Wayproof's default."""
    for fields, source in protocol.sources.items():
        if field in [name.strip() for name in fields.split(",")]:
            return source
    return "not used by this task"


def write_metrics_page() -> None:
    lines = [
        "# Metrics",
        "",
        "From logs only; `wayproof score LOGS --all` computes them. Readings and edge cases:",
        "[concepts](../concepts/metrics.md).",
        "",
        "| metric | what it says | unit | better | range | source |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for metric in METRICS:
        span = f"{_bound(metric.low)} to {_bound(metric.high)}"
        lines.append(
            f"| {metric.name} | {metric.summary} | {metric.unit} | {metric.better} | {span} | "
            f"{metric.source} |"
        )
    (REFERENCE / "metrics.md").write_text(linked("\n".join(lines) + "\n"))


def _bound(value: float | None) -> str:
    return "any" if value is None else f"{value:g}"


def write_agents_page() -> None:
    lines = [
        "# Agents",
        "",
        "Ours, to compare with and to try out; [your own](../guides/your-own-agent.md) works the same.",
        "Privileged: it uses what a robot cannot have, and every table marks it.",
        "",
        "| agent | what it does | sensors | privileged |",
        "| --- | --- | --- | --- |",
    ]
    for name in AGENTS.names():
        card = AGENTS[name]().card
        truths = [*card.truths, *(sensor for sensor in card.sensors if SENSORS[sensor].privileged)]
        lines.append(f"| {name} | {card.summary} | {', '.join(card.sensors)} | {', '.join(truths)} |")
    (REFERENCE / "agents.md").write_text(linked("\n".join(lines) + "\n"))


def write_suites_page() -> None:
    lines = [
        "# Suites",
        "",
        "`wayproof run SUITE --agent AGENT`; your own TOML file works the same.",
        "",
    ]
    for name in suite_names():
        suite = load_suite(name)
        lines += [f"## {name}, version {suite.version}", "", f"{suite.summary}.", ""]
        lines += [f"Source: {suite.source}. Digest `{suite_digest(suite)}`. Repeats: {suite.repeats}.", ""]
        lines += [f"- {note}" for note in suite.notes] + ([""] if suite.notes else [])
        for recipe in suite.episodes:
            plain = msgspec.to_builtins(recipe)
            kept = ", ".join(f"{key} {value}" for key, value in plain.items() if value is not None)
            lines += [f"Episodes: {kept}.", ""]
        lines += ["| condition | faults |", "| --- | --- |"]
        lines += [
            f"| {condition.name} | "
            + ", ".join(f"{fault.name} {fault.severity:g} ({fault.profile})" for fault in condition.faults)
            + " |"
            for condition in conditions_of(suite)
        ]
        lines.append("")
    (REFERENCE / "suites.md").write_text(linked("\n".join(lines)))


if __name__ == "__main__":
    main()
