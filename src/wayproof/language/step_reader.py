"""Turns the chunks of an instruction, one after the other, into steps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from wayproof.language.chunks import Chunk
from wayproof.language.lexicon import lexicon
from wayproof.language.route_steps import RouteStep

# Relations that lead somewhere; the others tell where something is.
LEADING = ("past", "into", "out of", "out", "through", "to", "up", "down", "across", "along", "around",
           "over", "onto", "off", "from", "between")  # fmt: skip
_IN_PLACE = ("turn", "veer", "stop", "face", "see", "is")


@dataclass(frozen=True)
class FoundStep:
    """A step and the chunks that say it."""

    step: RouteStep
    action: Chunk | None
    direction: Chunk | None
    landmark: Chunk | None


@dataclass
class StepReader:
    """Reads chunk by chunk; `found` holds the finished steps."""

    found: list[FoundStep] = field(default_factory=list)
    _open: FoundStep | None = None
    _fronted: list[tuple[str, str, Chunk | None]] = field(default_factory=list)
    _relation: Chunk | None = None
    _negated: bool = False
    _joined: bool = True  # a joint (start, comma, and, then) stands just before
    _last_place: str = ""

    def read(self, piece: Chunk) -> None:
        """Take in the next chunk."""
        match piece.kind:
            case "boundary" | "connective":
                self._join(piece)
                return
            case "verb":
                self._verb(piece)
            case "direction":
                self._direction(piece)
            case "side":
                self._side(piece)
            case "relation":
                self._relation = piece
                return
            case "place":
                self._place(piece)
            case "pronoun" if self._open is not None or self._relation is not None:
                self._place(replace(piece, value=self._last_place or piece.value, known=False))
            case "amount":
                self._amount(piece)
            case "negation":
                self._negated = True
            case "other" if piece.value in ("you", "me") and self._relation is not None:
                self._place(replace(piece, value="you", kind="person"))
            case _:
                self._relation = None if piece.kind in ("talk", "other") else self._relation
                return
        self._joined = False

    def end_sentence(self) -> None:
        """Close what is open; a place that no verb took up is still named."""
        self._flush()
        for relation, landmark, chunk in self._fronted:
            if chunk is not None and chunk.known:
                self.found.append(_step("is", relation, landmark, chunk))
        self._fronted = []
        self._relation = None
        self._negated = False
        self._joined = True

    def _join(self, piece: Chunk) -> None:
        if piece.value == "sentence":
            self.end_sentence()
        self._joined = True

    def _flush(self) -> None:
        if self._open is not None:
            self.found.append(replace(self._open, step=_finished(self._open.step)))
        self._open = None

    def _verb(self, piece: Chunk) -> None:
        self._flush()
        self._relation = None
        action = f"not {piece.value}" if self._negated else piece.value
        self._negated = False
        spoken = piece if piece.direction else None
        self._begin(
            FoundStep(RouteStep(action, piece.direction, relation=piece.relation), piece, spoken, None)
        )

    def _begin(self, opened: FoundStep) -> None:
        """Open a step and give it what stood in front of it."""
        self._open = opened
        fronted, self._fronted = self._fronted, []
        for relation, landmark, chunk in fronted:
            if not self._open.step.relation:
                placed = replace(self._open.step, relation=relation, landmark=landmark)
                self._open = replace(self._open, step=placed, landmark=chunk)
            else:
                self.found.append(_step("is", relation, landmark, chunk))

    def _direction(self, piece: Chunk) -> None:
        self._relation = None
        turns = piece.value.split()[-1] in ("left", "right", "around")
        if self._open is not None and self._open.step.direction == "" and not (self._joined and turns):
            step = self._open.step
            lateral = piece.value in ("left", "right") and step.landmark and step.action != "turn"
            if lateral and not step.side:
                self._open = replace(self._open, step=replace(step, side=piece.value))
            else:
                self._open = replace(self._open, step=replace(step, direction=piece.value), direction=piece)
            return
        before = self._open.step.action if self._open is not None else "go"
        self._flush()
        action = "turn" if turns else ("go" if before in _IN_PLACE else before)
        self._begin(FoundStep(RouteStep(action, piece.value), None, piece, None))

    def _side(self, piece: Chunk) -> None:
        self._relation = None
        if self._open is not None and not self._open.step.side:
            self._open = replace(self._open, step=replace(self._open.step, side=piece.value))
        else:
            self._flush()
            self._open = FoundStep(RouteStep("is", side=piece.value), None, piece, None)

    def _amount(self, piece: Chunk) -> None:
        spoken = self._relation.value if self._relation is not None else ""
        implied = self._open.step.relation if self._open is not None else ""
        if self._open is not None and (spoken or implied) in ("up", "down"):
            self._place(piece)
        elif self._open is not None:
            self._open = replace(self._open, step=replace(self._open.step, amount=piece.value))
        self._relation = None

    def _place(self, piece: Chunk) -> None:
        spoken, self._relation = self._relation, None
        if piece.kind != "person":
            self._last_place = piece.value
        if self._open is None or (self._joined and spoken is not None and _fronts(spoken)):
            if spoken is not None and _is_walk(spoken, piece):
                self._again("go", spoken.value, piece)
            elif spoken is not None:
                self._fronted.append((_by(spoken.value, "stop"), piece.value, piece))
            elif piece.known:
                self._flush()
                self.found.append(_step("is", "", piece.value, piece))
            return
        self._attach(piece, spoken)

    def _attach(self, piece: Chunk, spoken: Chunk | None) -> None:
        assert self._open is not None
        step = self._open.step
        relation = _by(spoken.value, step.action) if spoken is not None else ""
        if self._joined and step.direction and not step.landmark and relation in LEADING:
            self._again("go", relation, piece)
        elif not step.landmark:
            placed = replace(step, landmark=piece.value, relation=relation or step.relation)
            if step.relation and relation and relation != step.relation:
                placed = replace(placed, relation=f"{step.relation} {relation}")
            self._open = replace(self._open, step=placed, landmark=piece)
        elif spoken is None and self._joined:
            self._again(step.action, step.relation, piece)
        elif relation in LEADING and not (relation == "from" and step.action == "is"):
            self._again(step.action if step.action == "not go" else "go", relation, piece)
        elif piece.value in lexicon().rooms and not step.room and relation in ("in", "of", "from"):
            self._open = replace(self._open, step=replace(step, room=piece.value))
        else:
            self._flush()
            self._open = FoundStep(RouteStep("is", "", piece.value, relation=relation), None, None, piece)

    def _again(self, action: str, relation: str, piece: Chunk) -> None:
        self._flush()
        self._open = FoundStep(RouteStep(action, "", piece.value, relation=relation), None, None, piece)


def _fronts(spoken: Chunk) -> bool:
    """After a joint, "at the door" or "once you pass it" belongs to the verb that follows."""
    return spoken.manner == "clause" or spoken.value in ("at", "after", "before")


def _is_walk(spoken: Chunk, piece: Chunk) -> bool:
    """A walk without a verb: "past the sofa, then left"."""
    return spoken.value in LEADING and spoken.value != "from" and not spoken.manner and piece.kind == "place"


def _step(action: str, relation: str, landmark: str, chunk: Chunk | None) -> FoundStep:
    return FoundStep(_finished(RouteStep(action, "", landmark, relation=relation)), None, None, chunk)


def _finished(step: RouteStep) -> RouteStep:
    """A walk's direction is its relation to the landmark where it has no other."""
    if step.direction or step.action.removeprefix("not ") in ("turn", "veer"):
        return step
    return replace(step, direction=step.relation)


def _by(relation: str, action: str) -> str:
    """To walk by the sofa passes it, to stop by the sofa ends beside it."""
    if relation != "by":
        return relation
    return "past" if action == "go" else "near"
