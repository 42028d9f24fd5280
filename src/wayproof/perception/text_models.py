"""Phrases for foreign networks: tokens from a tokenizer.json, vectors from a text encoder in ONNX."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, InvalidInput, missing_dependency
from wayproof.perception.onnx_network import open_network

Floats = NDArray[np.float32]
# A phrase -> its token ids, with the marks of begin and end if `marked`.
Tokenise = Callable[[str, bool], Sequence[int]]
EncodeText = Callable[[Sequence[str]], Floats]

LONGEST_PHRASE = 200  # characters


def tokeniser_in(folder: Path) -> Tokenise:
    """The tokeniser that lies beside a network, as Hugging Face writes it."""
    try:
        tokenizers: Any = importlib.import_module("tokenizers")
    except ImportError as error:
        raise missing_dependency(
            "tokenizers", "plugins", "reading a foreign network's tokenizer.json"
        ) from error
    file = folder / "tokenizer.json"
    try:
        made = tokenizers.Tokenizer.from_file(str(file))
    except Exception as error:  # the library raises plain exceptions
        raise BrokenFile(f"{file} cannot be read as a tokeniser: {error}") from error

    def tokenise(phrase: str, marked: bool) -> Sequence[int]:
        ids: list[int] = made.encode(phrase, add_special_tokens=marked).ids
        return ids

    return tokenise


def text_encoder(folder: Path, tokenise: Tokenise | None, *, longest: int, pad: int, what: str) -> EncodeText:
    """text_model.onnx in a folder: input_ids, attention_mask (n, longest) -> text_embeds (n, d), unit."""
    run = open_network(
        folder / "text_model.onnx",
        inputs=("input_ids", "attention_mask"),
        outputs=("text_embeds",),
        what=f"text encoder of {what}",
    )
    read = tokenise or tokeniser_in(folder)

    def encode(phrases: Sequence[str]) -> Floats:
        ids, mask = token_rows([read(checked_phrase(phrase), True) for phrase in phrases], longest, pad)
        return unit(run({"input_ids": ids, "attention_mask": mask})["text_embeds"])

    return encode


def token_rows(
    phrases: Sequence[Sequence[int]], longest: int, pad: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids (n, longest) filled up with `pad`, and the mask of what is not; longer ones are cut."""
    ids = np.full((len(phrases), longest), pad, np.int64)
    mask = np.zeros((len(phrases), longest), np.int64)
    for row, tokens in enumerate(phrases):
        kept = list(tokens)[:longest]
        if len(tokens) > longest:
            kept[-1] = tokens[-1]  # the mark of the end, where some encoders read the answer
        ids[row, : len(kept)] = kept
        mask[row, : len(kept)] = 1
    return ids, mask


def checked_phrase(phrase: str) -> str:
    """The phrase, or a sentence about what is wrong with it."""
    if not isinstance(phrase, str) or not phrase.strip() or len(phrase) > LONGEST_PHRASE:
        raise InvalidInput(
            f"phrase is {str(phrase)[:40]!r}; give 1 to {LONGEST_PHRASE} characters, as 'brown wooden chair'"
        )
    return phrase


def spoken(category: str) -> str:
    """A category as people say it: "coffee_table" is "a photo of a coffee table" to networks of captions."""
    return f"a photo of a {category.replace('_', ' ')}"


def unit(vectors: NDArray[Any]) -> Floats:
    """Vectors along the last axis made one long."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-12), np.float32)
