// Which view is shown, by the part of the address after "#": all runs, one run, one episode.

import { h, replace } from "./dom.js";
import { showEpisode } from "./episode.js";
import { handleKey, showHelp } from "./keys.js";
import { showRun } from "./run.js";
import { showRuns } from "./runs.js";

const main = document.getElementById("main");
const trail = document.getElementById("trail");
let leave = () => {};
let current = 0;

function place() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  return {
    path,
    run: parts[0] === "runs" ? parts[1] : undefined,
    episode: parts[3],
    query: new URLSearchParams(query),
  };
}

async function show() {
  leave();
  leave = () => {};
  const mine = ++current;
  const going = new AbortController();
  const page = { main, setTrail, signal: going.signal, keys: {}, help: [] };
  handleKey.page = page;
  leave = () => going.abort();
  const { path, run, episode, query } = place();
  main.scrollTop = 0;
  main.dataset.place = path; // the address is ahead of the page until the browser has told of its change
  main.setAttribute("aria-busy", "true");
  try {
    if (run && episode) await showEpisode(page, run, episode, query);
    else if (run) await showRun(page, run, query);
    else await showRuns(page);
  } catch (error) {
    if (mine !== current || error.name === "AbortError") return;
    replace(
      main,
      h(
        "div",
        { class: "notice bad" },
        h("h1", {}, "This page cannot be shown"),
        h("p", {}, error.message),
        h("p", {}, h("a", { href: "#/" }, "All runs")),
      ),
    );
  } finally {
    if (mine === current) main.removeAttribute("aria-busy");
  }
}

function setTrail(...links) {
  replace(
    trail,
    links.map(([text, href]) => (href ? h("a", { href }, text) : h("span", {}, text))),
  );
  document.title = [...links.map(([text]) => text).reverse(), "Wayproof viewer"].join(" · ");
}

addEventListener("hashchange", show);
addEventListener("keydown", handleKey);
document.getElementById("help-button").addEventListener("click", showHelp);
show();
