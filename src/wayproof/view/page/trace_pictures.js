// Pictures from the trace, where it has them: what each twin recognised in its image, and its value map, of all
// heights together or of one layer.

import { h } from "./dom.js";
import { role } from "./map.js";
import { Segmentation } from "./segmentation.js";
import { valueMapWords } from "./value_map.js";

const OFF = "off";
const ALL = "all";
const kept = { seen: true, valueMap: null, layer: ALL }; // what was chosen stays chosen for the next episode

export class TracePictures {
  // sides: where the pictures of each twin go, in the order of the story
  constructor(story, traces, sides, map, onChange) {
    Object.assign(this, { map, onChange });
    const having = (name) =>
      traces
        .filter((trace) => trace.side.pictured.includes(name))
        .map((trace) => ({ trace, at: story.sides.indexOf(trace.side) }))
        .map((one) => ({ ...one, role: role(story, one.at) }));
    const wanted = story.episode.goals.map((goal) => goal.category).filter(Boolean);
    this.tiles = having("seen").map((one) => ({ ...one, tile: new Segmentation(one.trace.side, one.role, wanted) }));
    for (const { at, tile } of this.tiles) sides[at].setTracePicture(tile.element);
    this.valueMaps = having("value_map");
    this.words = h("p", { class: "quiet value-map-words", role: "status", "aria-live": "off" });
    this.seen = this.tiles.length ? this.seenBox() : null;
    this.valueMap = this.valueMaps.length ? this.valueMapChoice() : null;
    const layers = Math.max(0, ...this.valueMaps.map((one) => one.trace.side.layers));
    this.layer = layers > 1 ? this.layerChoice(layers) : null;
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

  // The twin under the fault first: it is the one to understand.
  valueMapChoice() {
    const roles = this.valueMaps.map((one) => one.role).reverse();
    const first = kept.valueMap === OFF || roles.includes(kept.valueMap) ? kept.valueMap : roles[0];
    const choice = h(
      "select",
      {
        name: "value-map",
        "aria-label": "whose value map is drawn",
        onchange: () => {
          kept.valueMap = choice.value;
          this.apply();
        },
      },
      [...roles, OFF].map((value) =>
        h("option", { value, selected: value === first }, value === OFF ? "off" : value),
      ),
    );
    return choice;
  }

  layerChoice(count) {
    const values = [ALL, ...Array.from({ length: count }, (_, at) => String(at + 1))];
    const first = values.includes(kept.layer) ? kept.layer : ALL;
    const choice = h(
      "select",
      {
        name: "layer",
        "aria-label": "which layer of height of the value map is drawn, the lowest is 1",
        onchange: () => {
          kept.layer = choice.value;
          this.apply();
        },
      },
      values.map((value) => h("option", { value, selected: value === first }, value)),
    );
    return choice;
  }

  get element() {
    if (!this.seen && !this.valueMap) return null;
    return h(
      "span",
      { class: "view-choice" },
      this.seen ? h("label", { class: "tick-box" }, this.seen, "recognised") : null,
      this.valueMap ? h("label", { class: "tick-box" }, "value map", this.valueMap) : null,
      this.layer ? h("label", { class: "tick-box" }, "layer", this.layer) : null,
    );
  }

  get keys() {
    const keys = {};
    if (this.seen) keys.s = () => this.seen.click();
    if (this.valueMap) keys.w = () => next(this.valueMap);
    if (this.layer) keys.l = () => next(this.layer);
    return keys;
  }

  get help() {
    return [
      this.seen ? ["s", "what the agent recognised: on, off"] : null,
      this.valueMap ? ["w", "value map: of one twin, of the other, off"] : null,
      this.layer ? ["l", "value map: of all heights, then layer by layer from below"] : null,
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
    const chosen = this.valueMaps.find((one) => one.role === this.valueMap.value);
    const picture = chosen ? this.pictureOf(chosen.trace, step) : null;
    this.map.valueMap.show(picture);
    this.words.textContent = picture ? `Value map, ${chosen.role}: ${valueMapWords(picture)}` : "";
  }

  pictureOf(trace, step) {
    const layer = this.layer ? this.layer.value : ALL;
    if (layer === ALL) return trace.picture(step, "value_map");
    return (trace.picture(step, "value_maps_by_layer") ?? [])[Number(layer) - 1] ?? null;
  }
}

function next(choice) {
  choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
  choice.dispatchEvent(new Event("change"));
}
