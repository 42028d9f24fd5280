"""Published results: the tables of five papers as data, to set one's own numbers beside.

They come from other worlds than ours, and every result says from which: set beside ours they show shape and
order, never a rank.

papers.toml           titles, places, worlds
PAPER_SUBJECT.toml    one table each, cell for cell as printed; what is odd in it stands in its notes
tables.py             reading them
"""

from __future__ import annotations

from wayproof.results.published.paper_tables import Result, Table, published_table, results, table_names

__all__ = ["Result", "Table", "published_table", "results", "table_names"]
