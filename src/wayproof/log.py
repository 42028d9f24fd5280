"""The log of one episode: all that happened, so that every number can be computed again without a simulator.

The waist of the design: rollouts write logs, and metrics, reports and replays read nothing else. A log is one
MessagePack record, compressed; arrays are plain bytes with type and shape. Nothing is ever unpickled.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.seeding import ANY_SEED
from wayproof.vocabulary import DISCRETE_ACTIONS, AgentCard, Condition, Episode, Headlines, Protocol, Settings
from wayproof.work import work_key

# 2: outcomes know "goals_missed"; return_to_start has the protocol name omninavbench. 3: `agent_seeds`.
VERSION = 3
DIGESTED_VERSION = 2  # digests that were taken before hold
# Action names as numbers, in the order of the arrays; new ones are only ever added at the end.
ACTION_NAMES = (*DISCRETE_ACTIONS, "velocity", "waypoint")
LARGEST_BYTES = 1 << 28  # of one decompressed log
LARGEST_WRITTEN_BYTES = LARGEST_BYTES - (1 << 20)  # what does not compress grows a little
REMARKS = "task.sources"  # the fields of Comparable that say where numbers come from; not in its hash

# Why an episode ended: by the agent's word, by the rules, by a fault of the agent's, by a fault of ours.
# "goals_done" and "goals_missed" are a "found" for the last goal: at least one claim of the episode was
# right, or none was. Logs from before there was the second say "goals_done" in both cases.
AGENT_FAULTS = ("agent_error", "bad_action", "agent_timeout")
REASONS = ("stop", "answer", "goals_done", "goals_missed", "steps", "fall", *AGENT_FAULTS, "invalid")

# Where the agent ran: in a process that cannot reach the run, in a process of its own, behind an address, or
# in the simulator's own process, where it could have read the truth.
ISOLATION = ("sandbox", "process", "remote", "in process")


class LaterVersion(BrokenFile):
    """A log of a Wayproof that is newer than this one: nothing is wrong with it."""


class Comparable(msgspec.Struct, frozen=True):
    """The whole protocol: what two runs must share for their results to be compared."""

    task: Protocol
    settings: Settings
    world: str  # "houses-v1"
    light: str = "day"
    real_time: bool = False  # the world went on while the agent thought, so no two runs are the same bits


class Claim(msgspec.Struct, frozen=True):
    """The agent said that it is there: before which step, for which goal, whether rightly, in what words."""

    step: int
    goal: int
    in_range: bool
    text: str | None = None


class Outcome(msgspec.Struct, frozen=True):
    """Why the episode ended (see REASONS) and, of faults, in words."""

    reason: str
    detail: str = ""


class Steps(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened, step by step: t actions, t + 1 states (one before any action), g goals, p people."""

    pose: NDArray[np.float64]  # (t + 1, 4): x, y, z in metres, heading in radians
    pitch_rad: NDArray[np.float32]  # (t + 1,): of the camera
    time_s: NDArray[np.float64]  # (t + 1,): of the world
    travelled_m: NDArray[np.float64]  # (t + 1,)
    bumped: NDArray[np.bool_]  # (t + 1,)
    fallen: NDArray[np.bool_]  # (t + 1,)
    goal: NDArray[np.uint8]  # (t + 1,): which goal was pursued
    distance_m: NDArray[np.float32]  # (t + 1, g): to each goal, inf where there is no way
    in_range: NDArray[np.bool_]  # (t + 1, g): whether to claim it would be right
    people: NDArray[np.float32]  # (t + 1, p, 4): x, y, z, heading
    action: NDArray[np.uint8]  # (t,): place in ACTION_NAMES
    argument: NDArray[np.float64]  # (t, 3) of velocities and way-points, else (0, 3)
    act_s: NDArray[np.float32]  # (t,): how long the agent took
    seen: Mapping[str, NDArray[np.uint32]]  # checksum of each reading as the agent got it, (t + 1,)
    clean: Mapping[str, NDArray[np.uint32]]  # the same before corruption, where there is any
    moved_wrongly: NDArray[np.bool_]  # (t,): whether a fault changed the motion
    sent_bytes: NDArray[np.uint32] | None = None  # (t,): to an agent on the wire
    received_bytes: NDArray[np.uint32] | None = None  # (t,): from it


class MitigatedWords(msgspec.Struct, frozen=True):
    """What a mitigation made of the words before the agent read them."""

    instructions: tuple[str, ...] = ()  # in the order in which they were told
    system_prompt: str | None = None
    notes: tuple[str, ...] = ()  # what it changed, and what it could not restore
    took_s: float = 0.0


class EpisodeLog(msgspec.Struct, frozen=True, dict=True):
    """One episode of one agent under one condition."""

    comparable: Comparable
    agent: AgentCard
    condition: Condition
    episode: Episode
    steps: Steps
    outcome: Outcome
    claims: tuple[Claim, ...] = ()
    instructions: tuple[str, ...] = ()  # as they were told after any fault, one per goal or one for all
    system_prompt: str | None = None  # likewise; its card has it as it was before any fault
    fault_modalities: dict[str, tuple[str, ...]] = {}  # what each fault of the condition acts on, by its name
    fault_languages: dict[
        str, tuple[str, ...]
    ] = {}  # and of faults of instructions, which languages it serves
    scene_hash: str = ""
    repeat: int = 0
    software: dict[str, str] = {}
    mitigation: str | None = None
    isolation: str = ""  # how far the agent was kept from the truth, see ISOLATION; "" in older logs
    trace: tuple[dict[str, Any], ...] = ()  # the agent's own, step by step, where it gives one
    agent_seeds: int = ANY_SEED  # from how many the agent's seed was taken
    version: int = VERSION
    headlines: Headlines = Headlines()  # of the task; empty in logs from before they were written down
    mitigated: MitigatedWords | None = None  # what the agent read instead, where a mitigation stood before it

    @cached_property
    def protocol_hash(self) -> str:
        """Results with different ones are not compared silently."""
        return protocol_hash(self.comparable)

    @cached_property
    def has_finite_states(self) -> bool:
        """Whether every pose, time, length and person is a number; where not, no metric is defined."""
        steps = self.steps
        arrays = (steps.pose, steps.time_s, steps.travelled_m, steps.people)
        return all(bool(np.isfinite(array).all()) for array in arrays)

    @property
    def agent_label(self) -> str:
        """The agent and its mitigation, if it has one."""
        return self.agent.name if self.mitigation is None else f"{self.agent.name} with {self.mitigation}"

    @property
    def beyond_protocol(self) -> tuple[str, ...]:
        """What the agent used and the protocol does not permit: sensors and truths."""
        allowed = self.comparable.task.sensors
        return (*(name for name in self.agent.sensors if name not in allowed), *self.agent.truths)


def protocol_hash(comparable: Comparable) -> str:
    """Twelve hex digits over everything but the remarks on sources."""
    plain = msgspec.to_builtins(comparable)
    plain["task"].pop("sources")
    if not comparable.real_time:
        plain.pop("real_time")  # hashes from before there was a choice hold
    plain["settings"].get("rig", {}).pop("name", None)  # rigs are the same by what they have
    return hashlib.blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=6).hexdigest()


def writable(text: str, longest: int = 2000) -> str:
    """The end of a text, as it can be stored in UTF-8, whatever it held."""
    return text[-longest:].encode("utf-8", "backslashreplace").decode()


def trial_key(log: EpisodeLog) -> tuple[str, str, int]:
    """What twins share: scene, episode, repeat."""
    return log.episode.scene, log.episode.id, log.repeat


def key_of(log: EpisodeLog) -> str:
    """The piece of work that a log is of."""
    return work_key(log.protocol_hash, log.episode, log.condition.name, log.repeat)


def encode_log(log: EpisodeLog) -> bytes:
    """The log as compressed bytes; one that is larger than readers take is refused."""
    plain = msgspec.msgpack.encode(log, enc_hook=_array_to_plain)
    if len(plain) > LARGEST_WRITTEN_BYTES:
        raise InvalidInput(
            f"the log of episode {log.episode.id!r} would take {len(plain)} bytes; "
            f"{LARGEST_WRITTEN_BYTES} are the most"
        )
    return zlib.compress(plain, 6)


def decode_log(data: bytes, *, where: str = "log") -> EpisodeLog:
    """The log back; torn, foreign or later bytes are BrokenFile with a sentence."""
    try:
        stream = zlib.decompressobj()
        plain = stream.decompress(data, LARGEST_BYTES)
        if stream.unconsumed_tail or not stream.eof:
            raise BrokenFile(f"{where}: the record is torn or larger than {LARGEST_BYTES} bytes")
        _check_version(plain, where)
        log = msgspec.msgpack.decode(plain, type=EpisodeLog, dec_hook=_plain_to_array)
        _check_shapes(log)
    except (zlib.error, msgspec.DecodeError, ValueError, TypeError, RecursionError) as error:
        raise BrokenFile(f"{where}: not an episode log: {error}") from None
    return log


class _Versioned(msgspec.Struct):
    version: int = VERSION


def _check_version(plain: bytes, where: str) -> None:
    """Before anything else is read: a later log may have another form."""
    version = msgspec.msgpack.decode(plain, type=_Versioned).version
    if version > VERSION:
        raise LaterVersion(f"{where}: log version {version}; this Wayproof reads up to {VERSION}, update it")


def record_digest(log: EpisodeLog) -> str:
    """A digest of what happened: equal for runs that did the same.

    Timings, bytes, versions, the agent's place and the choice of metrics are left out.
    """
    quiet = msgspec.structs.replace(
        log.steps, act_s=np.zeros(0, np.float32), sent_bytes=None, received_bytes=None
    )
    same = msgspec.structs.replace(log, steps=quiet, software={}, version=DIGESTED_VERSION)
    plain = msgspec.to_builtins(same, enc_hook=_array_to_plain, builtin_types=(bytes,))
    # Digests stay: what later versions added says nothing of earlier runs, and seeds show in the steps.
    for later in ("fault_modalities", "fault_languages", "headlines", "isolation", "agent_seeds"):
        plain.pop(later)
    if (mitigated := plain.pop("mitigated")) is not None:
        plain["mitigated"] = {**mitigated, "took_s": 0.0}
    for holder in (plain, plain["agent"]):
        if holder["system_prompt"] is None:
            holder.pop("system_prompt")
    return hashlib.blake2b(msgspec.msgpack.encode(plain, order="sorted"), digest_size=16).hexdigest()


def _check_shapes(log: EpisodeLog) -> None:
    """Refuse arrays that do not fit each other, so that no reader has to fear an index."""
    steps, goals = log.steps, len(log.episode.goals)
    acts, states = len(steps.action), len(steps.pose)
    if states != acts + 1 and (acts, states) != (0, 0):
        raise ValueError(f"{acts} actions and {states} states")
    people = steps.people.shape[1] if steps.people.ndim == 3 else 0
    wanted: dict[str, tuple[str, tuple[int, ...]]] = {
        **dict.fromkeys(("pitch_rad", "time_s", "travelled_m"), ("f", (states,))),
        **dict.fromkeys(("bumped", "fallen"), ("b", (states,))),
        "pose": ("f", (states, 4)),
        "goal": ("u", (states,)),
        "distance_m": ("f", (states, goals)),
        "in_range": ("b", (states, goals)),
        "people": ("f", (states, people, 4)),
        "action": ("u", (acts,)),
        "argument": ("f", (acts if len(steps.argument) else 0, 3)),
        "act_s": ("f", (acts,)),
        "moved_wrongly": ("b", (acts,)),
        **{
            name: ("u", (acts,))
            for name in ("sent_bytes", "received_bytes")
            if getattr(steps, name) is not None
        },
    }
    for name, (kind, shape) in wanted.items():
        array = getattr(steps, name)
        if array.dtype.kind != kind or array.shape != shape:
            raise ValueError(f"{name} is {array.dtype} {array.shape} and should be {kind} {shape}")
    for name, sums in (*steps.seen.items(), *steps.clean.items()):
        # The agent may have ended the episode before it acted on what it saw last.
        if sums.dtype.kind != "u" or sums.shape not in ((acts,), (acts + 1,)):
            raise ValueError(f"checksums of {name} are {sums.dtype} {sums.shape} with {acts} actions")
    _check_numbers(log, acts, goals)


def _check_numbers(log: EpisodeLog, acts: int, goals: int) -> None:
    """Refuse numbers of goals, actions and steps that point at nothing."""
    steps = log.steps
    if acts and steps.action.max() >= len(ACTION_NAMES):
        raise ValueError(f"action {steps.action.max()}; there are {len(ACTION_NAMES)}")
    if len(steps.goal) and steps.goal.max() >= max(goals, 1):
        raise ValueError(f"goal {steps.goal.max()} of {goals}")
    if len(log.trace) not in (0, acts):
        raise ValueError(f"traces of {len(log.trace)} steps with {acts} actions")
    for claim in log.claims:
        if not 0 <= claim.step <= acts or not 0 <= claim.goal < max(goals, 1):
            raise ValueError(f"a claim at step {claim.step} of goal {claim.goal}, of {acts} and {goals}")


def _array_to_plain(value: object) -> Any:
    if isinstance(value, np.ndarray):
        return [value.dtype.str, list(value.shape), np.ascontiguousarray(value).tobytes()]
    raise TypeError(f"a log cannot hold a {type(value).__name__}")


def _plain_to_array(kind: type, value: Any) -> Any:
    dtype, shape, data = value
    if not isinstance(dtype, str) or len(dtype) > 8 or np.dtype(dtype).kind not in "fiub":
        raise ValueError(f"an array of type {str(dtype)[:40]!r}")
    return np.frombuffer(data, np.dtype(dtype)).reshape(shape)
