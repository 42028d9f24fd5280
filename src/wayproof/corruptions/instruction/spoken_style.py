"""An instruction in a style: written by our grammar, or by a language model under the profile "model".

The model is that of the environment (WAYPROOF_LLM_URL, WAYPROOF_LLM_MODEL, WAYPROOF_LLM_KEY). Its answers are
held to the same check of meaning and kept on disk, so that a run can be repeated without it.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.errors import InvalidInput
from wayproof.language.hindi_and_telugu import LANGUAGES as OTHERS
from wayproof.language.hindi_and_telugu import in_tone
from wayproof.language.kept_answers import default_cache_folder
from wayproof.language.llm import Endpoint, endpoint_from_environment
from wayproof.language.llm_style import rewrite_by_model
from wayproof.language.restyle import rewrite_in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style
from wayproof.tokens import language_of

MODEL = "model"
STYLE_PROFILES = ("fixed", MODEL)


def in_style(text: str, style: Style, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The text in a style, or as it was with the reason."""
    if setting.profile != MODEL:
        language = language_of(text, "en-US")
        other = language in OTHERS
        return in_tone(text, style.name, language, rng) if other else rewrite_in_style(text, style, rng)
    return rewrite_by_model(text, style, required_model(), cache=default_cache_folder())


def required_model() -> Endpoint:
    """The language model of the environment; an error that says how to name one if there is none."""
    endpoint = endpoint_from_environment()
    if endpoint is None:
        raise InvalidInput(
            'profile "model" has a language model write the style, and none is named; set WAYPROOF_LLM_URL '
            'and WAYPROOF_LLM_MODEL, or use profile "fixed"'
        )
    return endpoint
