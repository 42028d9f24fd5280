// All runs below the path that was given.

import { ask } from "./api.js";
import { h, replace } from "./dom.js";

const EVERY_MS = 3000;

export async function showRuns(page) {
  page.setTrail(["Runs"]);
  const first = await ask("/api/runs", page.signal);
  if (first.runs.length === 1) {
    location.replace(`#/runs/${first.runs[0].key}`);
    return;
  }
  const list = h("div", { class: "cards" });
  replace(page.main, h("div", { class: "narrow" }, h("h1", {}, "Runs"), list));
  const draw = ({ runs }) => replace(list, runs.map(card));
  draw(first);
  const timer = setInterval(async () => {
    try {
      draw(await ask("/api/runs", page.signal));
    } catch {
      // the server has stopped or the page was left: the next request will tell
    }
  }, EVERY_MS);
  page.signal.addEventListener("abort", () => clearInterval(timer));
}

function card(run) {
  return h(
    "a",
    { class: "card", href: `#/runs/${run.key}` },
    h("span", { class: "card-name" }, run.name),
    h("span", { class: "quiet" }, [run.agent, run.suite].filter(Boolean).join(" · ") || "logs outside a run folder"),
    progress(run),
  );
}

// How far a run has come, as a bar and in words.
export function progress(run) {
  const planned = run.planned ?? run.done;
  const share = planned ? Math.min(1, run.done / planned) : 0;
  const bar = h("span", { class: "meter-fill" });
  bar.style.width = `${(100 * share).toFixed(1)}%`;
  return h(
    "span",
    { class: "progress" },
    h("span", { class: "meter", "aria-hidden": "true" }, bar),
    h("span", { class: "quiet" }, progressWords(run)),
  );
}

export function progressWords(run) {
  if (!run.whole) return `reading … ${run.done} so far`;
  if (run.planned === null || run.done >= run.planned)
    return `${run.done} episodes${reached(run)}`;
  const state = run.quiet_s !== null && run.quiet_s < 90 ? "running" : "not finished";
  const part = run.shard && run.shard[1] > 1 ? `, shard ${run.shard[0]} of ${run.shard[1]}` : "";
  return `${state}: ${run.done} of ${run.planned} episodes${reached(run)}${part}`;
}

// Where another metric than the result decides, it stands with the conditions, and successes would mislead.
function reached(run) {
  return run.lead ? "" : `, ${run.successes} reached`;
}
