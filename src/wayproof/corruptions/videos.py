"""Videos, frame by frame through ffmpeg (the extra `video`): the frames are the steps of one episode."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, missing_dependency

QUALITY = 8  # of 10: the video's own losses stay well below any corruption's

CorruptFrame = Callable[[NDArray[np.uint8], int], NDArray[np.uint8]]


def corrupt_video(
    source: Path, target: Path, corrupt: CorruptFrame, *, tick: Callable[[], None] = lambda: None
) -> int:
    """Write the video with each frame corrupted, without sound; the target appears when it is complete."""
    ffmpeg = _ffmpeg()
    about, frames = _opened(ffmpeg, source)
    width, height = about["size"]
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.stem}.{os.getpid()}.partial{target.suffix}")
    # Colour at half resolution, which every player reads, needs even sides.
    pixel_format = "yuv420p" if width % 2 == 0 and height % 2 == 0 else "yuv444p"
    writer = ffmpeg.write_frames(
        str(partial),
        (width, height),
        fps=about["fps"] or 10,
        quality=QUALITY,
        macro_block_size=1,
        pix_fmt_out=pixel_format,
    )
    writer.send(None)
    written = 0
    try:
        for step, content in enumerate(frames):
            frame = np.frombuffer(content, np.uint8).reshape(height, width, 3)
            writer.send(np.ascontiguousarray(corrupt(frame, step)))
            written += 1
            tick()
        writer.close()
        partial.replace(target)
    finally:
        writer.close()
        frames.close()
        partial.unlink(missing_ok=True)
    return written


def video_length(source: Path) -> int:
    """The number of frames, as far as the file tells."""
    about, frames = _opened(_ffmpeg(), source)
    frames.close()
    return round(float(about["fps"]) * float(about["duration"]))


def _opened(ffmpeg: Any, source: Path) -> tuple[dict[str, Any], Any]:
    """The facts about a video, and a generator of its frames as bytes."""
    frames = ffmpeg.read_frames(str(source))
    try:
        return next(frames), frames
    except (OSError, RuntimeError, StopIteration):
        raise BrokenFile(f"{source} cannot be read as a video; it is damaged or has another format") from None


def _ffmpeg() -> Any:
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError:
        raise missing_dependency("imageio-ffmpeg", "video", "corrupting a video") from None
