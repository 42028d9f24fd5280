// A table of any length: only the rows in view exist, and they are asked for a page at a time.

import { ask, runPath } from "./api.js";
import { h, number, replace, shortId, spaced, verdict } from "./dom.js";
import { metricText, metricTitle } from "./headlines.js";

const ROW_PX = 36;
const PAGE_ROWS = 100;
const MARGIN_ROWS = 12;

// Name, title, content and class of each column; the headline metrics of the run's tasks stand between.
const BEFORE = [
  ["number", "#", (row) => row.number + 1, "num minor"],
  ["condition", "condition", (row) => row.condition, ""],
  ["success", "result", (row) => verdict(row.success, result(row)), ""],
  ["mode", "failure", (row) => (row.success ? "" : spaced(row.mode)), "minor"],
  ["scene", "scene", (row) => row.scene, "minor"],
  [
    "episode",
    "episode",
    (row) => shortId(row.episode, row.task) + (row.repeat ? ` (repeat ${row.repeat})` : ""),
    "",
  ],
  ["steps", "steps", (row) => row.steps, "num"],
];
const AFTER = [
  ["distance_m", "distance to goal (m)", (row) => number(row.distance_m, 2), "num minor"],
  ["bumps", "collisions", (row) => row.bumps, "num minor"],
  [null, "instruction", (row) => row.words, "words minor"],
];

// "lost" and "gained" (under the fault) say that the clean twin ended differently.
function result(row) {
  const differs = row.clean_success !== null && row.clean_success !== row.success;
  return row.success ? (differs ? "gained" : "reached") : differs ? "lost" : "failed";
}

// The first metric decides, so it is shown on narrow screens too.
function metricColumn(metric, at) {
  const text = (row) => metricText(metric, row.metrics[metric.name], row.goals);
  return [metric.name, metricTitle(metric), text, at ? "num minor" : "num", metric.summary];
}

export class EpisodeTable {
  constructor(page, run, state, onCount, onSort) {
    Object.assign(this, { page, run, state, onCount, onSort });
    this.setMetrics([]);
    this.pages = new Map();
    this.total = 0;
    this.selected = 0;
    this.generation = 0;
    this.body = h("tbody");
    this.head = h("tr");
    this.element = h(
      "div",
      { class: "scroller", tabindex: "0", onscroll: () => this.draw() },
      h("table", { class: "grid" }, h("thead", {}, this.head), this.body),
    );
    this.empty = h("p", { class: "empty" }, "No episode matches these filters.");
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.element);
    page.signal.addEventListener("abort", () => observer.disconnect());
  }

  setMetrics(metrics) {
    this.columns = [...BEFORE, ...metrics.map(metricColumn), ...AFTER];
  }

  async reset() {
    this.pages.clear();
    this.selected = 0;
    this.element.scrollTop = 0;
    await this.refresh();
  }

  // Ask again for what is in view, keeping the old rows until the new ones are there.
  async refresh() {
    const mine = ++this.generation;
    this.drawHead();
    const first = Math.floor(this.element.scrollTop / ROW_PX / PAGE_ROWS);
    const fresh = await this.fetchPage(first);
    if (mine !== this.generation) return;
    this.pages = new Map([[first, fresh.rows]]);
    this.total = fresh.total;
    this.onCount(fresh.total, fresh.done);
    this.draw();
  }

  fetchPage(index) {
    const asked = new URLSearchParams(this.state);
    asked.set("offset", index * PAGE_ROWS);
    asked.set("limit", PAGE_ROWS);
    return ask(`${runPath(this.run)}/episodes?${asked}`, this.page.signal);
  }

  drawHead() {
    const column = this.state.get("sort") ?? "number";
    const descending = this.state.get("order") === "descending";
    replace(
      this.head,
      this.columns.map(([name, title, , kind, hint]) => {
        const sorted = name && name === column ? (descending ? "descending" : "ascending") : null;
        const button =
          name &&
          h(
            "button",
            { type: "button", id: `sort-${name}`, onclick: () => this.sort(name) },
            title,
            h("span", { class: "arrow", "aria-hidden": "true" }, sorted ? (descending ? "▾" : "▴") : ""),
          );
        return h("th", { scope: "col", class: kind, title: hint, "aria-sort": sorted }, button ?? title);
      }),
    );
  }

  sort(name) {
    const same = (this.state.get("sort") ?? "number") === name;
    const descending = same && this.state.get("order") !== "descending";
    this.onSort(name, descending ? "descending" : "ascending");
    document.getElementById(`sort-${name}`)?.focus();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW_PX) - MARGIN_ROWS);
    const last = Math.min(
      this.total,
      Math.ceil((this.element.scrollTop + this.element.clientHeight) / ROW_PX) + MARGIN_ROWS,
    );
    const rows = [];
    for (let at = first; at < last; at++) rows.push(this.row(at));
    replace(this.body, spacer(first), rows, spacer(this.total - last));
    if (this.total) this.empty.remove();
    else this.element.append(this.empty);
  }

  row(at) {
    const index = Math.floor(at / PAGE_ROWS);
    const found = this.pages.get(index)?.[at % PAGE_ROWS];
    if (!found) {
      this.load(index);
      return h("tr", { class: "loading" }, h("td", { colspan: this.columns.length }, "…"));
    }
    return h(
      "tr",
      {
        "aria-selected": at === this.selected ? "true" : null,
        dataset: { key: found.key, at },
        onclick: (event) => {
          if (!event.target.closest("a")) this.open(found.key);
        },
      },
      this.columns.map(([name, , cell, kind]) => {
        const content = cell(found);
        const shown = name === "episode" ? h("a", { href: this.link(found.key) }, content) : content;
        return h("td", { class: kind, title: kind.includes("words") ? found.words : null }, shown);
      }),
    );
  }

  async load(index) {
    if (this.pages.has(index)) return;
    this.pages.set(index, undefined);
    const mine = this.generation;
    try {
      const fresh = await this.fetchPage(index);
      if (mine !== this.generation) return;
      this.pages.set(index, fresh.rows);
      this.draw();
    } catch (error) {
      if (error.name !== "AbortError") this.pages.delete(index);
    }
  }

  move(by) {
    if (!this.total) return;
    this.selected = Math.max(0, Math.min(this.total - 1, this.selected + by));
    const top = this.selected * ROW_PX;
    const room = this.element.clientHeight - 2 * ROW_PX;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + room) this.element.scrollTop = top - room;
    this.draw();
  }

  open(key = this.body.querySelector("[aria-selected=true]")?.dataset.key) {
    if (key) location.hash = this.link(key);
  }

  link(key) {
    const text = this.state.toString();
    return `#/runs/${this.run}/episodes/${key}${text ? `?${text}` : ""}`;
  }
}

function spacer(rows) {
  const row = h("tr", { "aria-hidden": "true", class: "spacer" });
  row.style.height = `${rows * ROW_PX}px`;
  return row;
}
