"""Merging shards: one folder from several, each piece of work once, none missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import decode_log, key_of
from wayproof.log_files import Damage, damage_told, stored_records
from wayproof.manifest import FILE, Manifest, identity_changes, read_manifest
from wayproof.run.folder import open_folder, read_plan
from wayproof.run.store import Writer
from wayproof.spec import differences


def merge(folders: Sequence[Path], out: Path) -> int:
    """Put the logs of all shards into a new folder; how many. Nothing is written on an error."""
    if not folders:
        raise InvalidInput("nothing to merge; give the folders of all shards")
    if (out / FILE).exists():
        raise InvalidInput(f"{out} already holds a run; choose a new folder with -o")
    manifests = [read_manifest(folder) for folder in folders]
    _check_alike(folders, manifests)
    _check_shards(manifests)
    plan = read_plan(folders[0])
    wanted = {item.key for item in plan.work}
    records: dict[str, bytes] = {}
    for folder in folders:
        damage: list[Damage] = []
        for record in stored_records(folder, damage):
            key = key_of(decode_log(record, where=str(folder)))
            if key in records:
                raise InvalidInput(f"{folder}: {key} is there twice; name each shard once")
            if key not in wanted:
                raise InvalidInput(f"{folder}: {key} is not in the plan of {folders[0]}")
            records[key] = record
        if damage:
            raise BrokenFile(f"{folder}: {damage_told(damage)}; resume that shard, which repairs it")
    missing = [item.key for item in plan.work if item.key not in records]
    if missing and manifests[0].stop is None:
        raise InvalidInput(
            f"{len(missing)} of {len(wanted)} episodes are missing, first {missing[0]}; finish the shards"
        )
    open_folder(out, plan, replace(manifests[0], shard=(1, 1), mixed=_mixed(manifests)))
    writer = Writer(out, "merged")
    for item in plan.work:
        if item.key in records:
            writer.append(records[item.key])
    writer.close()
    return len(records)


def _mixed(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """What was mixed within the shards, and between them."""
    within = [told for manifest in manifests for told in manifest.mixed]
    between = [told for other in manifests[1:] for told in identity_changes(manifests[0], other)]
    return tuple(dict.fromkeys((*within, *between)))


def _check_alike(folders: Sequence[Path], manifests: Sequence[Manifest]) -> None:
    alike = [replace(manifest, shard=(1, 1), software={}, mixed=()) for manifest in manifests]
    for folder, manifest in zip(folders[1:], alike[1:], strict=True):
        found = differences(alike[0], manifest)
        if found:
            raise InvalidInput(
                f"{folders[0]} and {folder} are parts of different runs: " + "; ".join(found[:5])
            )


def _check_shards(manifests: Sequence[Manifest]) -> None:
    """All of 1/n to n/n, each once."""
    counts = {manifest.shard[1] for manifest in manifests}
    if len(counts) > 1:
        raise InvalidInput(f"the folders were cut into different numbers of shards: {sorted(counts)}")
    count = counts.pop()
    given = sorted(manifest.shard[0] for manifest in manifests)
    missing = sorted(set(range(1, count + 1)) - set(given))
    if missing:
        raise InvalidInput(f"shard {missing[0]}/{count} is missing; give the folders of all {count} shards")
    if len(given) > count:
        raise InvalidInput(f"{len(given)} folders for {count} shards; name each once")
