"""ONNX files as functions of arrays: one thread, checked inputs and outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from wayproof.errors import BrokenFile

Arrays = dict[str, NDArray[Any]]
Run = Callable[[Arrays], Arrays]
_QUIET = 3  # errors only: what ONNX Runtime warns of is nothing that a user could change


def open_network(file: Path, *, inputs: Sequence[str], outputs: Sequence[str], what: str) -> Run:
    """A network that takes and gives these arrays, by name; `what` names it in sentences.

    Inputs that a file does not ask for are not handed over: exports differ in whether they want a mask.
    """
    session = _session(file, what)
    asked, given = {i.name for i in session.get_inputs()}, {o.name for o in session.get_outputs()}
    if not asked <= set(inputs) or not set(outputs) <= given:
        raise BrokenFile(
            f"{file} is not a {what}: it takes {', '.join(sorted(asked))}, gives {', '.join(sorted(given))}, "
            f"but should take {', '.join(inputs)} and give {', '.join(outputs)}; export it with these names"
        )
    wanted = list(outputs)

    def run(arrays: Arrays) -> Arrays:
        found = session.run(wanted, {name: arrays[name] for name in asked})
        return dict(zip(wanted, (np.asarray(array) for array in found), strict=True))

    return run


def _session(file: Path, what: str) -> Any:
    if not file.is_file():
        raise BrokenFile(f"there is no file {file}, which should hold the {what}; export the network to it")
    options = onnxruntime.SessionOptions()
    # Agents run one per core, and the sum over several threads would depend on their number.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = _QUIET
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises a class of its own for each kind of bad file
        raise BrokenFile(f"{file} cannot be read as an ONNX network ({what}): {error}") from error
