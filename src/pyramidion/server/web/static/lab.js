// @ts-check
// The lab: starts a playtest, shows what it finds while it runs, and lists finished reports.
import { get, post, reasonOf } from "./api.js";
import { at, fill, make, say } from "./words.js";

/**
 * @typedef {{ id: string, status: string, game: string, player: string, done: number, total: number,
 *   seconds_left: number | null, problem: string, version: number, html: string | null }} Run
 * @typedef {{ id: string, title: string, game: string, player: string, games: number, compare: string, made: number }}
 *   Report
 */

const PAUSE = 1200; // milliseconds between two looks
const state = { run: "", key: "", version: -1 };
const wishes = /** @type {HTMLFormElement} */ (at("wishes"));
const game = /** @type {HTMLSelectElement} */ (at("game"));
const start = /** @type {HTMLButtonElement} */ (at("start"));
const bar = /** @type {HTMLProgressElement} */ (at("bar"));
const full = /** @type {HTMLAnchorElement} */ (at("full"));
const found = at("found");

/** The choices of the game that is chosen. */
const choices = () => /** @type {HTMLElement} */ (wishes.querySelector(`.choices[data-game="${game.value}"]`));

function showChoices() {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (wishes.querySelectorAll(".choices"))) {
    each.hidden = each.dataset.game !== game.value;
  }
}

/** The values of all options of the game that is chosen. */
function options() {
  const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (choices().querySelectorAll("[data-option]"));
  return new Map([...selects].map((select) => [select.dataset.option ?? "", select.value]));
}

function wanted() {
  const chosen = options();
  const spec = [...chosen].map(([name, value]) => `${name}=${value}`).join(",");
  const other = /** @type {HTMLSelectElement | null} */ (choices().querySelector('[name="compare"]'))?.value ?? "";
  const name = other.split("=")[0];
  const data = new FormData(wishes);
  return {
    game: spec ? `${game.value}(${spec})` : game.value,
    player: String(data.get("player")),
    games: Number(data.get("games")),
    compare: other && `${name}=${chosen.get(name)},${other.slice(name.length + 1)}`,
  };
}

/** @param {SubmitEvent} event */
async function begin(event) {
  event.preventDefault();
  start.disabled = true;
  at("notice").textContent = say("lab.starting");
  try {
    const { id, key } = await post("/api/lab", wanted());
    found.replaceChildren();
    follow(id, key);
  } catch (error) {
    at("notice").textContent = say("lab.failed", { reason: reasonOf(error) });
    start.disabled = false;
  }
}

/**
 * @param {string} id
 * @param {string} key
 */
function follow(id, key) {
  Object.assign(state, { run: id, key, version: -1 });
  history.replaceState(null, "", `#${id}`);
  at("run").hidden = false;
  at("stop").hidden = !key;
  full.hidden = true;
  look();
}

async function look() {
  const { run } = state;
  try {
    show(await get(`/api/lab/${run}?after=${state.version}`));
  } catch (error) {
    at("notice").textContent = say("lab.failed", { reason: reasonOf(error) });
    start.disabled = false;
  }
}

/** @param {Run} run */
function show(run) {
  at("notice").textContent = run.problem && say("lab.failed", { reason: run.problem });
  at("run-title").textContent = run.game.split("(")[0].replaceAll("_", " ");
  bar.max = run.total || 1;
  bar.value = run.done;
  const left = run.seconds_left === null ? "" : `, ${say("lab.left", { time: time(run.seconds_left) })}`;
  at("far").textContent = run.total ? say("lab.running", { done: run.done, total: run.total }) + left : "";
  if (run.html !== null) showFindings(run.html);
  state.version = run.version;
  if (run.status === "running") {
    setTimeout(look, PAUSE);
    return;
  }
  start.disabled = false;
  bar.hidden = true;
  at("stop").hidden = true;
  full.hidden = run.status !== "done";
  full.href = `/lab/${run.id}`;
  list();
}

/** @param {number} seconds */
const time = (seconds) =>
  seconds < 90 ? say("lab.seconds", { count: seconds }) : say("lab.minutes", { count: Math.round(seconds / 60) });

/** @param {string} html made by our server, from numbers */
function showFindings(html) {
  const open = [...found.querySelectorAll("details")].map((each) => each.open);
  found.innerHTML = html;
  found.querySelectorAll("details").forEach((each, number) => (each.open = open[number] ?? false));
}

async function list() {
  const { running, reports } = await get("/api/lab");
  fill(at("reports"), ...reports.map(entry));
  at("reports-none").hidden = reports.length > 0;
  if (running && !state.run) {
    start.disabled = true;
    follow(running.id, "");
  }
}

/** @param {Report} report */
function entry(report) {
  const how = say("lab.report.how", { games: report.games, player: report.player });
  const compared = report.compare ? `, ${say("lab.report.compared", { compare: report.compare })}` : "";
  const when = new Date(report.made).toLocaleString();
  return make(
    "li",
    {},
    make("a", { href: `/lab/${report.id}` }, report.title),
    make("small", {}, how + compared),
    make("small", {}, when, " · ", make("a", { href: `/api/lab/${report.id}/numbers` }, say("lab.numbers"))),
  );
}

game.addEventListener("change", showChoices);
wishes.addEventListener("submit", begin);
at("stop").addEventListener("click", () => post(`/api/lab/${state.run}/stop`, { key: state.key }).catch(() => {}));
showChoices();
list().catch(() => {});
