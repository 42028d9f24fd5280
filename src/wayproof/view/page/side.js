// One twin: its heading, its pictures, and what it does at the step that is shown.

import { h, number, replace, spaced, verdict } from "./dom.js";
import { metricText } from "./headlines.js";

const KINDS = { rgb: "colour", depth: "depth" };

export class Side {
  constructor(side, name, goals) {
    Object.assign(this, { side, name });
    this.length = side.x.length;
    this.facts = h("p", { class: "facts", role: "status", "aria-live": "off" });
    this.pictures = h("div", { class: "pictures" });
    this.tracePicture = null;
    this.element = h(
      "section",
      { class: `side ${name}`, "aria-label": side.condition },
      h(
        "header",
        {},
        h("h2", {}, side.condition),
        verdict(side.success, side.success ? "reached" : spaced(side.mode)),
      ),
      h(
        "div",
        { class: "quiet summary", title: side.mode_words },
        h(
          "p",
          {},
          [
            `${side.action.length} steps`,
            `${number(side.path_m, 1)} m`,
            ...side.metrics.map((one) => `${one.title} ${metricText(one, one.value, goals)}`),
            side.bumps ? `${side.bumps} collision${side.bumps === 1 ? "" : "s"}` : "",
            `ended by ${spaced(side.reason)}`,
          ]
            .filter(Boolean)
            .join(" · "),
        ),
        side.detail ? h("details", {}, h("summary", {}, "why"), h("pre", {}, side.detail)) : null,
      ),
      this.pictures,
      this.facts,
    );
  }

  // A picture from its trace, below those of what it sees.
  setTracePicture(element) {
    this.tracePicture = element;
    this.pictures.append(element);
  }

  // Canvases for these views; gives what the frames need to fill them.
  setViews(views) {
    const made = views.map((view) => {
      const canvas = h("canvas", {
        class: "late",
        dataset: { view: view.name, side: this.name },
        role: "img",
        "aria-label": `${this.side.condition}, ${view.name}`,
      });
      canvas.style.aspectRatio = `${view.width_px} / ${view.height_px}`;
      const words = h("figcaption", { class: "quiet" }, `${caption(view)}: rendering …`);
      const onDrawn = (frame, step) => {
        words.textContent = frame.error ?? `${caption(view)}${same(view, frame, step, this.length)}`;
        words.classList.toggle("bad", Boolean(frame.error) || (view.seen && frame.same === "no"));
      };
      const onWaiting = (steps) => {
        words.textContent = `${caption(view)}: rendering, ${Math.min(steps, this.length)} of ${this.length} steps …`;
      };
      return {
        key: this.side.key,
        view: view.name,
        length: this.length,
        canvas,
        onDrawn,
        onWaiting,
        figure: h("figure", {}, canvas, words),
      };
    });
    const widest = Math.max(1, ...views.map((view) => view.width_px / view.height_px));
    this.element.style.setProperty("--aspect", String(widest));
    replace(
      this.pictures,
      made.map((one) => one.figure),
      this.tracePicture,
    );
    return made;
  }

  show(step) {
    const at = Math.min(step, this.length - 1);
    const over = step > at;
    const { action, distance, bumped, moved_wrongly: wrong, act_ms: took } = this.side;
    const parts = at === this.length - 1 ? [`ended at step ${at}`] : [];
    if (at < action.length) parts.push(spaced(action[at]));
    if (distance[at] !== null && distance[at] !== undefined) parts.push(`${number(distance[at], 2)} m to goal`);
    if (bumped.includes(at)) parts.push("collision");
    if (wrong.includes(at)) parts.push("motor fault");
    if (at < took.length) parts.push(`${number(took[at], took[at] < 10 ? 1 : 0)} ms`);
    this.facts.textContent = parts.join(" · ");
    this.element.classList.toggle("over", over);
  }
}

function caption(view) {
  const camera = view.name === view.kind ? "" : ` (${view.name.slice(view.kind.length + 1)})`;
  return `${KINDS[view.kind]}${camera}${view.seen ? "" : ", not seen by the agent"}`;
}

function same(view, frame, step, length) {
  if (!view.seen || step === length - 1) return "";
  return frame.same === "yes"
    ? ", exactly as the agent saw it"
    : frame.same === "no"
      ? ": NOT identical to what the agent saw"
      : "";
}
