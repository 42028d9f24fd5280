// Keys: those of the page that is shown, and "?" for a list of them.

import { h, replace } from "./dom.js";

const EVERYWHERE = [
  ["?", "show these keys"],
  ["Esc", "close this; back to the list"],
];

let tabbed = false; // whether what has the focus got it by keys
addEventListener("pointerdown", () => (tabbed = false), true);

export function handleKey(event) {
  if (event.key === "Tab") tabbed = true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const dialog = document.getElementById("help");
  if (dialog.open) return;
  const target = event.target;
  const typing = target.matches?.("input:not([type=range]):not([type=checkbox]), select, textarea");
  if (typing && event.key !== "Escape") return;
  if (event.key === "?") return done(event, showHelp);
  const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
  const action = handleKey.page?.keys[name];
  if (!action) return;
  // A button that has the focus keeps its own keys, a slider its arrows, a box reached by Tab its space.
  if (target.matches?.("button, a, summary") && [" ", "Enter"].includes(event.key)) return;
  if (tabbed && target.matches?.("input[type=checkbox]") && event.key === " ") return;
  if (target.matches?.("input[type=range]") && event.key !== " " && event.key.length > 1) return;
  done(event, action);
}

function done(event, action) {
  event.preventDefault();
  action();
}

export function showHelp() {
  const dialog = document.getElementById("help");
  const lines = [...(handleKey.page?.help ?? []), ...EVERYWHERE];
  replace(
    dialog,
    h("h2", { id: "help-title" }, "Keys"),
    h(
      "dl",
      { class: "keys" },
      lines.map(([keys, what]) => [
        h(
          "dt",
          {},
          keys.split(" ").map((key) => h("kbd", {}, key)),
        ),
        h("dd", {}, what),
      ]),
    ),
    h(
      "form",
      { method: "dialog" },
      h(
        "button",
        {
          class: "plain",
          onclick: (e) => {
            e.preventDefault();
            dialog.close();
          },
        },
        "Close",
      ),
    ),
  );
  dialog.showModal();
}
