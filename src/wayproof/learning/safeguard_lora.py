"""Teaches a local causal language model to repair instructions, by low-rank adapters (LoRA).

Texts of made-up routes go through our corruptions of words, and the model learns to give back the clean ones
under the prompt of `safeguard_llm`; so what is trained is what an endpoint that serves it will be asked. Only
the adapter is trained and stored. Nothing is downloaded: the model is a folder of yours.

    python -m wayproof.learning.safeguard_lora MODEL_FOLDER ADAPTER_FOLDER --pairs 4000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
import torch

from wayproof.corruptions.instruction.rewrite_contract import explain
from wayproof.errors import InvalidInput, missing_dependency
from wayproof.language.choices import Choices
from wayproof.language.route_languages import ENGLISH, LANGUAGES
from wayproof.language.sample_routes import sample_routes
from wayproof.mitigations.safeguard_llm import PROMPT
from wayproof.seeding import generator_for

# Faults whose clean text can be known from what is left; None is a clean text, which must stay as it is.
FAULTS = (
    None,
    None,
    ("capitalise", 1.0),
    ("mask_non_essential", 0.5),
    ("style_friendly", 1.0),
    ("style_novice", 1.0),
    ("style_professional", 1.0),
    ("style_formal", 1.0),
    ("prefix_black_box", 1.0),
    ("prefix_black_box", 1.0),
)
IGNORED = -100  # label of tokens that are not to be learned


@dataclass(frozen=True)
class Recipe:
    """What is trained on what; the defaults suit a model of half to seven thousand million weights."""

    pairs: int = 4000
    batch: int = 4
    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05
    learning_rate: float = 2e-4
    longest_tokens: int = 1024  # longer pairs are left out
    seed: int = 0


def training_pairs(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Texts as told and as they should be, in all four languages."""
    routes = {
        language: list(sample_routes(-(-count // len(LANGUAGES)), seed=seed, rich=rich, language=language))
        for language, rich in ((one, one == ENGLISH) for one in LANGUAGES)
    }
    for index in range(count):
        language = LANGUAGES[index % len(LANGUAGES)]
        clean = routes[language][index // len(LANGUAGES)].text
        choices = Choices(generator_for(seed, "safeguard pair", index))
        fault = choices.freely(FAULTS)
        if fault is None:
            yield clean, clean
            continue
        name, severity = fault
        told = explain(name, clean, severity=severity, seed=seed, episode=str(index), language=language)
        yield told.text, clean


def asked(tokenizer: Any, text: str) -> str:
    """The prompt as the model's own chat template writes it; without one, plainly."""
    if not tokenizer.chat_template:
        return f"{PROMPT}\n\n{text}\n\n"
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": text}]
    return str(tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True))


def train(model_folder: Path, out: Path, recipe: Recipe = Recipe()) -> list[float]:
    """Train an adapter and store it with the recipe; the loss of every batch."""
    transformers, peft = _libraries()
    if not (model_folder / "config.json").is_file():
        raise InvalidInput(f"{model_folder} has no config.json; give the folder of a causal language model")
    tokenizer = transformers.AutoTokenizer.from_pretrained(model_folder, local_files_only=True)
    base = transformers.AutoModelForCausalLM.from_pretrained(model_folder, local_files_only=True)
    settings = peft.LoraConfig(
        r=recipe.rank,
        lora_alpha=recipe.alpha,
        lora_dropout=recipe.dropout,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(recipe.seed)
        model = peft.get_peft_model(base, settings)
        losses = _fit(model, tokenizer, recipe)
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    told = {"recipe": asdict(recipe), "losses": losses}
    (out / "safeguard_lora.json").write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1))
    return losses


def _fit(model: Any, tokenizer: Any, recipe: Recipe) -> list[float]:
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=recipe.learning_rate)
    model.train()
    losses = []
    for batch in _batches(tokenizer, recipe):
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        losses.append(float(loss.detach()))
    return losses


def _batches(tokenizer: Any, recipe: Recipe) -> Iterator[dict[str, torch.Tensor]]:
    """Prompt and answer as tokens; only the answer is learned."""
    waiting: list[tuple[list[int], list[int]]] = []
    for told, clean in training_pairs(recipe.pairs, recipe.seed):
        prompt = tokenizer(asked(tokenizer, told), add_special_tokens=False).input_ids
        answer = tokenizer(clean, add_special_tokens=False).input_ids + [tokenizer.eos_token_id]
        if len(prompt) + len(answer) > recipe.longest_tokens:
            continue
        waiting.append((prompt + answer, [IGNORED] * len(prompt) + answer))
        if len(waiting) == recipe.batch:
            yield _padded(waiting, tokenizer.eos_token_id)
            waiting = []


def _padded(pairs: list[tuple[list[int], list[int]]], filler: int) -> dict[str, torch.Tensor]:
    width = max(len(tokens) for tokens, _ in pairs)
    gaps = [width - len(tokens) for tokens, _ in pairs]
    return {
        "input_ids": torch.tensor([one + [filler] * gap for (one, _), gap in zip(pairs, gaps, strict=True)]),
        "labels": torch.tensor([one + [IGNORED] * gap for (_, one), gap in zip(pairs, gaps, strict=True)]),
        "attention_mask": torch.tensor([[1] * (width - gap) + [0] * gap for gap in gaps]),
    }


def _libraries() -> tuple[Any, Any]:
    try:
        import peft  # noqa: PLC0415  of the extra, and slow to import
        import transformers  # noqa: PLC0415
    except ImportError:
        raise missing_dependency("transformers and peft", "lora", "training a safeguard") from None
    return transformers, peft


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("model", type=Path, help="folder of a causal language model")
    options.add_argument("out", type=Path, help="folder for the adapter")
    options.add_argument("--pairs", type=int, default=Recipe.pairs)
    options.add_argument("--seed", type=int, default=Recipe.seed)
    chosen = options.parse_args()
    losses = train(chosen.model, chosen.out, Recipe(pairs=chosen.pairs, seed=chosen.seed))
    print(f"{len(losses)} batches, loss {losses[0]:.2f} at first and {losses[-1]:.2f} at last: {chosen.out}")


if __name__ == "__main__":
    main()
