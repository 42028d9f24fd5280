"""Answers of language models, kept on disk by a hash of the whole question, so that a run can be repeated."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import msgspec

from wayproof.language.llm import Endpoint
from wayproof.storage import write_atomically


class KeptAnswer(msgspec.Struct, frozen=True):
    model: str
    question: str
    answer: str


def default_cache_folder() -> Path:
    """Where answers are kept unless told otherwise; XDG_CACHE_HOME moves it."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "wayproof" / "language-model"


def answer_file(folder: Path | None, endpoint: Endpoint, *asked: object) -> Path | None:
    """Where the answer to a question is kept: by the endpoint and all that was asked. None keeps nothing."""
    if folder is None:
        return None
    whole = json.dumps([endpoint.url, endpoint.model, *asked])
    return folder / f"{hashlib.blake2b(whole.encode(), digest_size=20).hexdigest()}.json"


def remembered(file: Path | None, endpoint: Endpoint, question: str) -> str | None:
    """A kept answer; a missing, torn or foreign file counts as none."""
    if file is None:
        return None
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=KeptAnswer)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    matches = kept.model == endpoint.model and kept.question == question and kept.answer.strip()
    return kept.answer if matches else None


def keep(file: Path | None, endpoint: Endpoint, question: str, answer: str) -> None:
    """Write an answer down where `remembered` finds it."""
    if file is not None:
        write_atomically(file, msgspec.json.encode(KeptAnswer(endpoint.model, question, answer)))
