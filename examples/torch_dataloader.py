"""Corrupted training pictures from a torch DataLoader: every worker, sample and epoch draws for itself.

Run it with `python examples/torch_dataloader.py`; it needs the extra `learn`.
"""

from __future__ import annotations

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

from wayproof.corruptions.augmentation import Augmentation, augmentation

SAMPLES, WORKERS, EPOCHS = 16, 2, 2


class Pictures(Dataset):
    """The same grey picture again and again, so that all that differs is the corruption."""

    def __init__(self, augment: Augmentation) -> None:
        self.augment = augment

    def __len__(self) -> int:
        return SAMPLES

    def __getitem__(self, number: int) -> torch.Tensor:
        frame = np.full((32, 32, 3), 128, np.uint8)
        return torch.from_numpy(self.augment(image=frame)["image"])


def different_pictures() -> int:
    """How many of the pictures of all epochs differ from each other."""
    torch.manual_seed(0)
    pictures = Pictures(augmentation(["spatter_robustnav:0.4..0.8", "speckle_noise:0.1..0.5"]))
    loader = DataLoader(pictures, batch_size=4, num_workers=WORKERS, multiprocessing_context="spawn")
    return len({picture.numpy().tobytes() for _ in range(EPOCHS) for batch in loader for picture in batch})


if __name__ == "__main__":
    print(f"{different_pictures()} of {SAMPLES * EPOCHS} pictures differ")
