// Pictures of thought, where a trace has them: what each twin takes its image for, and what places are worth.

import { h } from "./dom.js";
import { role } from "./map.js";
import { Taken } from "./taken.js";
import { worthWords } from "./worth.js";

const OFF = "off";
const kept = { seen: true, worth: null }; // what was chosen stays chosen for the next episode

export class Thoughts {
  // sides: where the pictures of a twin stand, in the order of the story
  constructor(story, traces, sides, map, onChange) {
    Object.assign(this, { map, onChange });
    const having = (name) =>
      traces
        .filter((trace) => trace.side.pictured.includes(name))
        .map((trace) => ({ trace, at: story.sides.indexOf(trace.side) }))
        .map((one) => ({ ...one, role: role(story, one.at) }));
    const wanted = story.episode.goals.map((goal) => goal.category).filter(Boolean);
    this.tiles = having("seen").map((one) => ({ ...one, tile: new Taken(one.trace.side, one.role, wanted) }));
    for (const { at, tile } of this.tiles) sides[at].setThought(tile.element);
    this.worths = having("value_map");
    this.words = h("p", { class: "quiet worth-words", role: "status", "aria-live": "off" });
    this.seen = this.tiles.length ? this.seenBox() : null;
    this.worth = this.worths.length ? this.worthChoice() : null;
    this.hide();
  }

  seenBox() {
    const choose = () => {
      kept.seen = box.checked;
      this.apply();
    };
    const box = h("input", { type: "checkbox", checked: kept.seen, name: "seen", onchange: choose });
    return box;
  }

  // The twin under the fault first: it is the one to be understood.
  worthChoice() {
    const roles = this.worths.map((one) => one.role).reverse();
    const first = kept.worth === OFF || roles.includes(kept.worth) ? kept.worth : roles[0];
    const choice = h(
      "select",
      {
        name: "worth",
        "aria-label": "whose map of worth is drawn",
        onchange: () => {
          kept.worth = choice.value;
          this.apply();
        },
      },
      [...roles, OFF].map((value) =>
        h("option", { value, selected: value === first }, value === OFF ? "off" : value),
      ),
    );
    return choice;
  }

  get element() {
    if (!this.seen && !this.worth) return null;
    return h(
      "span",
      { class: "view-choice" },
      this.seen ? h("label", { class: "tick-box" }, this.seen, "taken for") : null,
      this.worth ? h("label", { class: "tick-box" }, "worth", this.worth) : null,
    );
  }

  get keys() {
    const keys = {};
    if (this.seen) keys.s = () => this.seen.click();
    if (this.worth) {
      keys.w = () => {
        this.worth.selectedIndex = (this.worth.selectedIndex + 1) % this.worth.options.length;
        this.worth.dispatchEvent(new Event("change"));
      };
    }
    return keys;
  }

  get help() {
    return [
      this.seen ? ["s", "what the agent takes its image for: on, off"] : null,
      this.worth ? ["w", "map of worth: of the one twin, the other, off"] : null,
    ].filter(Boolean);
  }

  hide() {
    for (const { tile } of this.tiles) tile.element.hidden = !kept.seen;
  }

  apply() {
    this.hide();
    this.onChange();
  }

  show(step) {
    for (const { trace, tile } of this.tiles) tile.show(trace.picture(step, "seen"), step);
    const chosen = this.worths.find((one) => one.role === this.worth.value);
    const picture = chosen ? chosen.trace.picture(step, "value_map") : null;
    this.map.worth.show(picture);
    this.words.textContent = picture ? `Worth, ${chosen.role}: ${worthWords(picture)}` : "";
  }
}
