// Elements from code. Text only ever becomes text: nothing here, or anywhere in this page, parses markup.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

export function s(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return element;
}

export function replace(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined));
}

export const number = (value, digits = 0) =>
  value === null || value === undefined ? "–" : Number(value).toFixed(digits);

export const spaced = (name) => name.replaceAll("_", " ");

// Our own ids begin with the task, which is told beside them.
export const shortId = (id, task) => (id.startsWith(`${task}/`) ? id.slice(task.length + 1) : id);

// A verdict is a sign, a word and a colour, so that no one of them is needed alone.
export function verdict(success, word = success ? "reached" : "failed") {
  return h("span", { class: success ? "verdict good" : "verdict bad" }, `${success ? "✓" : "✗"} ${word}`);
}
