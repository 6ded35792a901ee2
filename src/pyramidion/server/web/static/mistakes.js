// @ts-check
// Learning from mistakes: the costly choices of a finished game come up again, one by one, to be made better.
import { get, post, reasonOf } from "./api.js";
import { pointAt, unpoint } from "./arrow.js";
import { Board } from "./board.js";
import { arrangementFor, themeNow, viewNow } from "./looks.js";
import { mistakesOf } from "./mistake_list.js";
import { forget, refuse } from "./refusal.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {import("./review_types.js").AgainData} AgainData */
/** @typedef {import("./review_types.js").ReviewedPly} ReviewedPly */

const PAUSE = 400; // milliseconds between two looks at a review under way
const { table = "" } = at("mistakes").dataset;

/**
 * What the page keeps in mind.
 * @typedef {object} Memory
 * @property {ReviewedPly[]} plies the mistakes
 * @property {number} place which one is shown
 * @property {number} better how many were made better at the first try
 * @property {boolean} counts does the next try at this one count?
 * @property {AgainData | null} shown
 * @property {boolean} busy
 */

/** @type {Memory} */
const state = { plies: [], place: 0, better: 0, counts: true, shown: null, busy: false };
const board = new Board(at("board"), at("bubble"), { play, refused: () => refuse(at("board"), say("mistakes.not")) });

/** @param {string} part */
const api = (part) => `/api/tables/${encodeURIComponent(table)}${part}`;

async function begin() {
  await trying(async () => {
    const { yours, seats } = await get(api(""));
    let review = await post(api("/review"));
    while (review.status === "running") {
      await new Promise((done) => setTimeout(done, PAUSE));
      review = await get(api("/review"));
      at("task").textContent = say("review.deeper", review);
    }
    const all = seats.map((/** @type {{seat: number}} */ { seat }) => seat);
    state.plies = review.found ? mistakesOf(review.found, yours.length ? yours : all) : [];
    await open(0);
  });
}

/**
 * @param {number} place
 * @param {boolean} [counts]
 */
async function open(place, counts = true) {
  Object.assign(state, { place, counts });
  if (place >= state.plies.length) return finish();
  show(await ask({}));
}

/** @param {{move?: string, solution?: boolean}} wishes */
async function ask(wishes) {
  const look = { view: viewNow(), theme: themeNow(), arrangement: arrangementFor(at("board")) };
  return post(api(`/review/${state.plies[state.place].ply}`), { ...wishes, ...look });
}

// All were seen.
function finish() {
  const count = state.plies.length;
  at("task").textContent = count ? say("mistakes.done", { better: state.better, count }) : say("mistakes.none");
  fill(at("choices"));
  fill(at("happened"));
  announce("", "");
  fill(at("tools"), count ? button(say("mistakes.again"), () => restart(), { class: "main" }) : null);
}

function restart() {
  state.better = 0;
  trying(() => open(0));
}

/** @param {AgainData} found */
function show(found) {
  state.shown = found;
  forget();
  const { number, you, played } = found;
  const words = { place: state.place + 1, count: state.plies.length, number, you, move: inWords(played) };
  at("about").textContent = say("mistakes.place", words);
  at("task").textContent = say("mistakes.task", words);
  board.show(found.picture, found.board);
  unpoint(board.picture);
  for (const { pieces, target, kind } of found.arrows) pointAt(board.picture, pieces, target, kind);
  const free = found.board.choices.filter((choice) => !choice.target);
  fill(at("choices"), ...free.map(({ move, label }) => button(label || move, () => play(move), { class: "main" })));
  const says = (found.tried ?? found.best)?.says ?? [];
  fill(at("happened"), ...says.map((text) => make("li", {}, text)));
  tell(found);
}

/**
 * What a move did, with its text.
 * @param {import("./review_types.js").TriedMove} played
 */
const inWords = ({ move, says }) => (says.length ? `${says[0].replace(/\.$/, "")} (${move})` : move);

/** @param {AgainData} found */
function tell({ verdict, tried, best, played }) {
  showTools(verdict);
  const words = {
    move: tried?.move ?? "",
    points: tried?.points ?? 0,
    best: best?.move ?? "",
    most: best?.points ?? 0,
    played: played.points,
  };
  const kind = verdict === "right" && tried?.move !== best?.move ? "equal" : verdict;
  const failed = verdict === "wrong" || verdict === "better";
  announce(
    failed ? "wrong" : verdict === "right" ? "right" : "",
    kind === "open" ? "" : say(`mistakes.${kind}`, words),
  );
}

/** @param {AgainData["verdict"]} verdict */
function showTools(verdict) {
  const done = verdict === "right" || verdict === "shown";
  const failed = verdict === "wrong" || verdict === "better";
  fill(
    at("tools"),
    failed ? button(say("puzzle.retry"), () => trying(() => open(state.place, false)), { class: "main" }) : null,
    done ? null : button(say("puzzle.solution"), solve),
    button(say(isLast() ? "mistakes.end" : "mistakes.next"), go, { class: done ? "main" : "" }),
    done ? make("a", { class: "button", href: studyOf() }, say("puzzle.study")) : null,
  );
}

const isLast = () => state.place === state.plies.length - 1;

function studyOf() {
  const { ply, seat } = state.plies[state.place];
  return `/study?table=${encodeURIComponent(table)}&ply=${ply}&side=${seat}`;
}

function go() {
  trying(() => open(state.place + 1));
}

function solve() {
  state.counts = false;
  trying(async () => show(await ask({ solution: true })));
}

/** @param {string} move */
async function play(move) {
  if (state.busy || !state.shown || state.shown.tried) return;
  board.freeze();
  announce("", say("mistakes.judging"));
  await trying(async () => {
    const found = await ask({ move });
    if (found.verdict === "right" && state.counts) state.better++;
    state.counts = false;
    show(found);
  });
}

/**
 * @param {"" | "right" | "wrong"} verdict
 * @param {string} text
 */
function announce(verdict, text) {
  at("says").dataset.verdict = verdict;
  at("says").textContent = text;
  if (verdict) at("tools").querySelector("button")?.focus({ preventScroll: true });
}

/** @param {() => Promise<void>} work */
async function trying(work) {
  state.busy = true;
  at("mistakes").setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    announce("wrong", say("table.failed", { reason: reasonOf(error) }));
  }
  state.busy = false;
  at("mistakes").removeAttribute("aria-busy");
}

document.addEventListener("theme", () => state.shown && trying(() => open(state.place, state.counts)));
begin();
