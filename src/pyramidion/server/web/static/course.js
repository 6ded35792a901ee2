// @ts-check
// The review of a finished game: its graph, what decided it, and how well everybody chose.
import { get, post, reasonOf } from "./api.js";
import { api, complain, root } from "./room.js";
import { state } from "./state.js";
import { openTab } from "./tabs.js";
import { at, button, fill, make, say } from "./words.js";

const PAUSE = 400; // milliseconds between two looks
const progress = make("p", { class: "faint" });

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").ReviewData} ReviewData */
/** @typedef {import("./types.js").ReviewFound} ReviewFound */
/** @typedef {(ply: number) => void} LookAt */

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
function take({ id, status, done, total, version, found }, show) {
  const running = status === "running" && state.review;
  fill(
    progress,
    running ? say("review.deeper", { done, total }) : null,
    status === "done" ? make("a", { href: `/review/${id}`, target: "_blank" }, say("review.page")) : null,
  );
  state.course.version = version;
  if (!found) return;
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
  const { review } = state;
  if (!review || !state.reviewing) return;
  if (state.course.graph !== review.graph) {
    state.course.graph = review.graph;
    draw(review, look);
  }
  point(state.past ?? table.ply);
  at("course-says").textContent = tell(table, review, state.past ?? table.ply);
}

/**
 * @param {ReviewFound} review
 * @param {LookAt} look
 */
function draw(review, look) {
  at("course").innerHTML = review.graph; // made by our server, from numbers
  graph()?.addEventListener("click", ({ clientX }) => look(plyAt(clientX)));
  const moments = new Map(review.moments.map(({ says, ply }) => [says, ply + 1]));
  const lines = review.summary.map((says) => {
    const ply = moments.get(says);
    return make("li", {}, ply === undefined ? says : button(says, () => look(ply), { class: "moment" }));
  });
  fill(at("review"), make("ul", { class: "summary" }, ...lines), players(review), progress);
}

const graph = () => /** @type {SVGSVGElement | null} */ (at("course").querySelector("svg"));

/** Where the plies lie in the graph. */
function places() {
  const { left, right, plies } = graph()?.dataset ?? {};
  return { left: Number(left), right: Number(right), plies: Math.max(1, Number(plies)) };
}

/** @param {number} clientX */
function plyAt(clientX) {
  const svg = graph();
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
  const line = graph()?.querySelector(".now");
  line?.setAttribute("x1", x);
  line?.setAttribute("x2", x);
}

/**
 * How it stood after some plies, and what the last one did.
 * @param {TableData} table
 * @param {ReviewFound} review
 * @param {number} ply
 */
function tell(table, { plies, seats }, ply) {
  const stands = plies[ply]?.before ?? seats.map((seat) => seat.result);
  const chances = seats.map(({ name }, seat) => say("review.chance", { name, percent: percent(stands[seat]) }));
  const [last, move] = [plies[ply - 1], table.history[ply - 1]?.text ?? ""];
  return `${chances.join(", ")}. ${last ? did(last, move) : ""}`;
}

/**
 * @param {import("./types.js").ReviewedPly} ply
 * @param {string} move
 */
function did({ best, cost, luck, mark }, move) {
  if (luck) return say("review.rolled", { move, percent: `${luck > 0 ? "+" : "−"}${percent(Math.abs(luck))}` });
  if (best && cost >= 0.01) return say("review.lost", { move, percent: percent(cost), best });
  return mark === "only" ? say("review.good", { move }) : "";
}

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/** @param {ReviewFound} review */
function players({ seats }) {
  const dice = seats.some((seat) => seat.own_luck);
  const bits = seats.some((seat) => seat.bits !== null);
  const heads = bits ? ["players", "bits"] : ["players", "accuracy", "cost", ...(dice ? ["luck"] : [])];
  /** @param {import("./types.js").ReviewedSeat} seat */
  const row = (seat) => {
    const share = bits ? seat.bits : seat.accuracy;
    const luck = `${seat.own_luck < 0 ? "−" : "+"}${percent(Math.abs(seat.own_luck))}%`;
    const cells = [share === null ? "–" : `${percent(share)}%`, ...(bits ? [] : [`${mean(seat)}%`])];
    return make("tr", {}, make("th", {}, seat.name), ...[...cells, ...(dice ? [luck] : [])].map(cell));
  };
  const head = make("tr", {}, ...heads.map((name) => make("th", {}, say(`review.${name}`))));
  return make("table", { class: "players" }, make("thead", {}, head), make("tbody", {}, ...seats.map(row)));
}

/** @param {import("./types.js").ReviewedSeat} seat */
const mean = ({ cost, choices }) => (choices ? (100 * cost) / choices : 0).toFixed(1);

/** @param {string} text */
const cell = (text) => make("td", {}, text);
