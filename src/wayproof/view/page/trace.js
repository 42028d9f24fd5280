// The agent's trace at each step: what it perceived, remembered, planned and decided.

import { ask, episodePath } from "./api.js";
import { h, replace, spaced } from "./dom.js";

const PAGE = 128; // steps of one answer, as the server gives them
const ORDER = ["perception", "memory", "plan", "decision"];
const SHOWN_ITEMS = 6;

export class Trace {
  constructor(run, side, name, signal, onArrival) {
    Object.assign(this, { run, side, signal, onArrival });
    this.pages = new Map();
    this.body = h("div", { class: "trace-body" });
    this.element = h(
      "section",
      { class: `trace ${name}` },
      h("h3", {}, `${side.condition}: the agent's trace`),
      this.body,
    );
  }

  at(step) {
    if (!this.side.traced) return null;
    const index = Math.min(step, this.side.traced - 1);
    const page = Math.floor(index / PAGE);
    if (!this.pages.has(page)) this.load(page);
    return this.pages.get(page)?.steps[index % PAGE] ?? null;
  }

  // A picture of the trace at a step, such as "seen"; null if there is none, or not yet.
  picture(step, name) {
    if (!this.at(step)) return null;
    const index = Math.min(step, this.side.traced - 1);
    return this.pages.get(Math.floor(index / PAGE)).pictures[index % PAGE][name] ?? null;
  }

  async load(page) {
    this.pages.set(page, null);
    try {
      const answer = await ask(
        `${episodePath(this.run, this.side.key)}/trace?start=${page * PAGE}`,
        this.signal,
      );
      this.pages.set(page, answer);
      this.onArrival();
    } catch (error) {
      if (error.name !== "AbortError") this.pages.delete(page);
    }
  }

  show(step) {
    const told = this.at(step);
    if (!told) return;
    const names = [
      ...ORDER.filter((name) => name in told),
      ...Object.keys(told).filter((name) => !ORDER.includes(name)),
    ];
    replace(
      this.body,
      names.map((name) => h("div", { class: "trace-part" }, h("h4", {}, spaced(name)), shown(told[name]))),
    );
  }

  plan(step) {
    const plan = this.at(step)?.plan;
    const isPath =
      Array.isArray(plan) &&
      plan.length &&
      plan.every((p) => Array.isArray(p) && p.length === 2 && p.every(Number.isFinite));
    return isPath ? plan : null;
  }
}

function shown(value) {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const entries = Object.entries(value);
    return entries.length
      ? h(
          "dl",
          {},
          entries.map(([name, entry]) => [h("dt", {}, spaced(name)), h("dd", {}, inline(entry))]),
        )
      : h("p", { class: "quiet" }, "nothing");
  }
  return h("p", {}, inline(value));
}

function inline(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) {
    const more = value.length > SHOWN_ITEMS ? ` … ${value.length} in all` : "";
    return (
      value
        .slice(0, SHOWN_ITEMS)
        .map(one)
        .join(value.every(isSimple) ? ", " : " → ") + more || "nothing"
    );
  }
  return typeof value === "object"
    ? JSON.stringify(value)
    : typeof value === "string"
      ? spaced(value)
      : String(value);
}

const isSimple = (value) => value === null || typeof value !== "object";
const one = (value) =>
  Array.isArray(value)
    ? `(${value.join(", ")})`
    : isSimple(value)
      ? spaced(String(value))
      : JSON.stringify(value);
