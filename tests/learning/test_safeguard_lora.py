"""The LoRA recipe of the safeguard, on a tiny model made here from a config: nothing is downloaded."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `learn` is not installed")
from wayproof.errors import InvalidInput
from wayproof.language.route_languages import LANGUAGES
from wayproof.learning.safeguard_lora import Recipe, asked, train, training_pairs


def test_pairs_lead_from_told_to_clean_and_some_are_clean_already() -> None:
    pairs = list(training_pairs(200, seed=1))
    kept = sum(told == clean for told, clean in pairs)
    assert 20 <= kept < 140 and all(clean for _, clean in pairs)
    assert pairs == list(training_pairs(200, seed=1)) and pairs != list(training_pairs(200, seed=2))
    assert {"\u0900" <= clean[0] <= "\u097f" for _, clean in pairs[2 :: len(LANGUAGES)]} == {True}


def _tiny_model(folder: Path) -> None:
    """A Llama of two small layers with a vocabulary of words, stored as any model is."""
    tokenizers = pytest.importorskip("tokenizers", reason="the extra `lora` is not installed")
    transformers = pytest.importorskip("transformers", reason="the extra `lora` is not installed")
    pytest.importorskip("peft", reason="the extra `lora` is not installed")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(unk_token="<unk>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    texts = [text for pair in training_pairs(80, seed=0) for text in pair]
    words.train_from_iterator(texts, tokenizers.trainers.WordLevelTrainer(special_tokens=["<unk>", "<end>"]))
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, unk_token="<unk>", eos_token="<end>"
    )
    shape = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        initializer_range=0.3,  # a head that is never trained must be able to say any word
    )
    transformers.LlamaForCausalLM(shape).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of libraries that are not ours
def test_an_adapter_is_trained_stored_and_answers_beside_its_model(tmp_path: Path) -> None:
    model, adapter = tmp_path / "model", tmp_path / "adapter"
    _tiny_model(model)
    losses = train(model, adapter, Recipe(pairs=240, batch=8, rank=8, learning_rate=2e-2))
    assert len(losses) == 30 and sum(losses[-5:]) < 0.95 * sum(losses[:5])
    assert {"adapter_config.json", "safeguard_lora.json"} <= {file.name for file in adapter.iterdir()}

    import peft
    import torch
    import transformers

    base = transformers.AutoModelForCausalLM.from_pretrained(model, local_files_only=True)
    tokenizer = transformers.AutoTokenizer.from_pretrained(adapter, local_files_only=True)
    words = tokenizer(asked(tokenizer, "TURN LEFT."), return_tensors="pt").input_ids
    with torch.no_grad():
        plain = base(words).logits
        adapted = peft.PeftModel.from_pretrained(base, adapter)(words).logits
    assert plain.shape == adapted.shape and not torch.allclose(plain, adapted)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="the extra `lora` is not installed")
    with pytest.raises(InvalidInput, match=r"has no config\.json"):
        train(tmp_path, tmp_path / "out")
