"""The logs of these tests come from the same factory as those of the metrics."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "metrics"))
