// @ts-check
// The review of a finished game: its graph, what decided it, and how well everybody chose.
import { get, post, reasonOf } from "./api.js";
import { percent } from "./chances.js";
import { mistakesOf } from "./mistake_list.js";
import { steps } from "./plies.js";
import { api, complain, id, root } from "./room.js";
import { state } from "./state.js";
import { openTab, switchSheet } from "./tabs.js";
import { at, button, fill, make, say } from "./words.js";

const PAUSE = 250; // milliseconds between two looks
const BEFORE = ["choice", "turn"]; // kinds of moments that are shown before they happen
const progress = make("p", { class: "faint" });

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./review_types.js").ReviewData} ReviewData */
/** @typedef {import("./review_types.js").ReviewFound} ReviewFound */
/** @typedef {import("./types.js").Actions["look"]} LookAt */

/** @param {() => void} show */
export async function beginReview(show) {
  root.toggleAttribute("data-reviewing", true);
  at("course").hidden = false;
  if (state.review) openTab("review");
  if (state.course.running || state.review?.complete) return;
  state.course.running = true;
  if (!state.review) fill(at("course"), make("p", { class: "faint" }, say("review.first")));
  try {
    let found = await post(api("/review"));
    take(found, show);
    while (found.status === "running") {
      await new Promise((done) => setTimeout(done, PAUSE));
      found = await get(api(`/review?after=${state.course.version}`));
      take(found, show);
    }
  } catch (error) {
    complain(say("review.failed", { reason: reasonOf(error) }));
  }
  state.course.running = false;
}

/**
 * @param {ReviewData} review
 * @param {() => void} show
 */
function take({ id, status, done, total, version, outline, found }, show) {
  const running = status === "running" && state.review;
  fill(
    progress,
    running ? say("review.deeper", { done, total }) : null,
    status === "done" ? make("a", { href: `/review/${id}`, target: "_blank" }, say("review.page")) : null,
  );
  state.course.version = version;
  if (!found && outline === state.course.outline) return;
  state.course.outline = outline;
  if (!found) return show();
  const first = !state.review;
  state.review = found;
  show();
  if (first) openTab("review");
}

/**
 * @param {TableData} table
 * @param {LookAt} look
 */
export function showCourse(table, look) {
  const { review, past } = state;
  const graph = review?.graph ?? state.course.outline;
  if (!graph || !state.reviewing) return;
  if (state.course.graph !== graph) {
    state.course.graph = graph;
    at("course").innerHTML = graph; // made by our server, from numbers
    shown()?.addEventListener("click", ({ clientX }) => look(plyAt(clientX)));
    if (review) write(table, review, look);
  }
  point(past ?? table.ply);
  at("course-says").textContent = review ? tell(review, past ?? table.ply) : say("review.outline");
  const moments = review ? button(say("review.moments"), openSentences, { "data-more": true }) : null;
  fill(at("course-steps"), ...steps(past ?? table.ply, table.ply, look), moments);
}

/**
 * A sentence about a choice leads to the board before it, where arrows show what was better.
 * @param {TableData} table
 * @param {ReviewFound} review
 * @param {LookAt} look
 */
function write(table, review, look) {
  const you = table.yours.length === 1 ? review.seats[table.yours[0]].name : null;
  const moments = new Map(review.moments.map((moment) => [moment.says, moment]));
  const lines = review.summary.map((says) => {
    const moment = moments.get(says);
    const told = toYou(says, you);
    return make("li", {}, moment ? button(told, () => openMoment(moment, look), { class: "moment" }) : told);
  });
  const own = table.yours.length ? table.yours : table.seats.map(({ seat }) => seat);
  const unjudged = review.seats.some(isUnjudged) ? make("p", { class: "faint" }, say("review.unjudged")) : null;
  const summary = make("ul", { class: "summary" }, ...lines);
  fill(at("review"), summary, ...exercise(review, own), players(review), unjudged, progress);
}

// On a phone the sentences are in the sheet.
function openSentences() {
  if (!root.hasAttribute("data-sheet")) switchSheet();
  openTab("review");
}

/**
 * @param {ReviewFound["moments"][number]} moment
 * @param {LookAt} look
 */
function openMoment({ ply, kind }, look) {
  const ahead = BEFORE.includes(kind);
  look(ahead ? ply : ply + 1, ahead);
}

/**
 * The way to the exercise, and why it may have more mistakes than there are sentences.
 * @param {ReviewFound} review
 * @param {number[]} own seats
 */
function exercise(review, own) {
  const mistakes = mistakesOf(review, own);
  if (!mistakes.length) return [];
  const count = mistakes.length;
  const told = mistakes.every((mistake) => review.moments.some(({ ply }) => ply === mistake.ply));
  return [
    make("a", { class: "button", href: `/t/${id}/mistakes` }, say("review.mistakes", { count })),
    told ? null : make("p", { class: "faint" }, say("review.mistakes.more")),
  ];
}

/**
 * A sentence about a choice, said to the one who made it.
 * @param {string} says
 * @param {string | null} name
 */
function toYou(says, name) {
  if (name === null || !says.includes(`, ${name}: `)) return says;
  const own = says.replace(`, ${name}: `, `, ${say("review.you")}: `);
  return own.replace(say("review.chance.theirs"), say("review.chance.yours"));
}

/** @param {import("./review_types.js").ReviewedSeat} seat */
const isUnjudged = ({ bits, judged, accuracy, settled }) => bits === null && (!judged || accuracy === null || !settled);

const shown = () => /** @type {SVGSVGElement | null} */ (at("course").querySelector("svg"));

/** Where the plies lie in the graph. */
function places() {
  const { left, right, plies } = shown()?.dataset ?? {};
  return { left: Number(left), right: Number(right), plies: Math.max(1, Number(plies)) };
}

/** @param {number} clientX */
function plyAt(clientX) {
  const svg = shown();
  if (!svg) return 0;
  const box = svg.getBoundingClientRect();
  const x = ((clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
  const { left, right, plies } = places();
  return Math.min(plies, Math.max(0, Math.round(((x - left) / (right - left)) * plies)));
}

/** @param {number} ply */
function point(ply) {
  const { left, right, plies } = places();
  const x = String(left + ((right - left) * ply) / plies);
  const line = shown()?.querySelector(".now");
  line?.setAttribute("x1", x);
  line?.setAttribute("x2", x);
}

/**
 * How it stood after some plies, and what the last one did, or the one ahead.
 * @param {ReviewFound} review
 * @param {number} ply
 */
function tell({ plies, seats }, ply) {
  const { stands, before } = plies[ply] ?? { stands: seats.map((seat) => seat.result) };
  const now = (state.ahead && before) || stands;
  const chances = seats.map(({ name }, seat) => `${name} ${percent(now[seat])}`);
  return `${chances.join(", ")}. ${plies[state.ahead ? ply : ply - 1]?.says ?? ""}`;
}

/** @param {ReviewFound} review */
function players({ seats }) {
  const dice = seats.some((seat) => seat.own_luck);
  const bits = seats.some((seat) => seat.bits !== null);
  const heads = bits ? ["players", "bits"] : ["players", "accuracy", "cost", ...(dice ? ["luck"] : [])];
  /** @param {import("./review_types.js").ReviewedSeat} seat */
  const row = (seat) => {
    const share = bits ? seat.bits : seat.judged ? seat.accuracy : null;
    const about = seat.settled || bits ? "" : "≈ ";
    const luck = `${seat.own_luck < 0 ? "−" : "+"}${percent(Math.abs(seat.own_luck))}`;
    const cells = [
      share === null ? "–" : `${about}${percent(share)}`,
      ...(bits ? [] : [seat.settled && share !== null ? `${mean(seat)}%` : "–"]),
    ];
    return make("tr", {}, make("th", {}, seat.name), ...[...cells, ...(dice ? [luck] : [])].map(cell));
  };
  const head = make("tr", {}, ...heads.map((name) => make("th", {}, say(`review.${name}`))));
  return make("table", { class: "players" }, make("thead", {}, head), make("tbody", {}, ...seats.map(row)));
}

/** @param {import("./review_types.js").ReviewedSeat} seat */
const mean = ({ cost, choices }) => (choices ? (100 * cost) / choices : 0).toFixed(1);

/** @param {string} text */
const cell = (text) => make("td", {}, text);
