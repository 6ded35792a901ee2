// @ts-check
// The line that says whose turn it is, what can be done, and what a move would do.
import { post } from "./api.js";
import { api, called } from "./room.js";
import { roundsOf } from "./rounds.js";
import { state } from "./state.js";
import { at, say } from "./words.js";

const FEW = 8; // places that are listed by name
const LONG = 64; // letters; more are written smaller
const LONG_THOUGHT = 5000; // milliseconds
const LIST = new Intl.ListFormat(document.documentElement.lang);

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./board.js").Board} Board */

/** @param {TableData} table */
export function showStatus(table) {
  const yours = table.mover !== null && table.mover === table.you;
  const { past } = state;
  write(past === null ? statusText(table) : pastText(table, past));
  at("part").textContent = past === null && table.status === "playing" ? (partOf(table)?.text ?? "") : "";
  at("status").toggleAttribute("data-yours", past === null && yours);
  document.title = document.title.replace(/^(● )?/, yours ? "● " : "");
}

/**
 * The part of the game, such as the second round.
 * @param {TableData} table
 */
const partOf = ({ board }) => board?.notes.find((note) => note.kind === "part");

/**
 * Which move is looked at, numbered as in the list; in a review also what it did, because the graph stands where that
 * is told otherwise.
 * @param {TableData} table
 * @param {number} past
 */
function pastText(table, past) {
  const [rounds, made] = [roundsOf(table.history), table.history[past - 1]];
  const name = made ? called(table, table.seats[made.whose]) : "";
  const words = { number: rounds[past - 1] ?? 0, last: rounds.at(-1) ?? 0, move: made?.text ?? "", name };
  if (!state.reviewing) return say(made ? "table.past" : "table.past.start", words);
  const looked = say(made ? "table.looked" : "table.looked.start", words);
  return aheadText(table, past) || `${looked} ${state.lookedAt.join(" ")}`;
}

/**
 * Before which choice the board is shown, if a sentence about it was clicked.
 * @param {TableData} table
 * @param {number} past
 */
function aheadText({ history, yours }, past) {
  const next = state.ahead ? state.review?.plies[past] : null;
  if (!next || next.seat === null) return "";
  const words = { number: next.number, move: history[past].text, name: state.review?.seats[next.seat].name ?? "" };
  return yours.length === 1 && yours[0] === next.seat ? say("review.before.yours", words) : say("review.before", words);
}

/** @param {string} text */
export function write(text) {
  if (at("status").textContent !== text) at("status").textContent = text;
  at("status").toggleAttribute("data-long", text.length > LONG);
}

/** @param {TableData} table */
function statusText(table) {
  if (table.status === "open") return `${say("table.waiting")} ${table.shuffled ? say("table.shuffled") : ""}`;
  if (table.status === "over" || table.mover === null) return say("table.finished");
  if (table.paused) return say("table.paused");
  if (table.trouble) return table.trouble;
  const expected = table.board?.notes.find((note) => note.kind === "status")?.text ?? "";
  const mover = table.seats[table.mover];
  if (table.mover === table.you) {
    return table.yours.length > 1 ? say("table.for", { name: mover.title, expected }) : expected;
  }
  const name = called(table, mover);
  if (mover.kind !== "bot") return say("table.turn", { name });
  if (state.preparing) return say("table.preparing", { name });
  return say(waited(table) < LONG_THOUGHT ? "table.thinks" : "table.thinks.long", { name });
}

/**
 * How many milliseconds the one to move has been thinking, as far as this page knows.
 * @param {TableData} table
 */
function waited({ ply }) {
  if (state.thinking.ply !== ply) state.thinking = { ply, since: Date.now() };
  return Date.now() - state.thinking.since;
}

// A bot that takes its time is still at work: say so.
export function showThinking() {
  const { table, past } = state;
  if (!table || past !== null || table.status !== "playing" || table.mover === null || state.plan) return;
  if (table.seats[table.mover].kind === "bot") write(statusText(table));
}

/**
 * Something is held: say where it can go, and what each move would do.
 * @param {Board} board
 * @param {Choice[]} choices
 * @param {boolean} more
 */
export function foretell(board, choices, more) {
  const { picture } = board;
  const titles = [...new Set(choices.flatMap((choice) => choice.pieces))].map((id) => picture.title(id));
  const places = board.goals().map((goal) => picture.title(goal).split(", ")[0]);
  const goals = places.length <= FEW ? places.join(", ") : say("table.places", { count: places.length });
  write(`${say("table.goals", { pieces: named(titles), goals })} ${more ? say("table.goals.more") : ""}`);
  for (const choice of choices) {
    const node = picture.element(choice.target);
    node?.addEventListener("pointerenter", () => preview(board, choice), { once: true });
    node?.addEventListener("focus", () => preview(board, choice), { once: true });
  }
}

/**
 * Pieces by their names, as the one who looks would call them.
 * @param {string[]} titles
 */
function named(titles) {
  const { seats = [], you = null } = state.table ?? {};
  const owner = you === null ? "" : `${seats[you].title}'s `;
  const own = owner !== "" && titles[0]?.startsWith(owner);
  const short = own ? titles.map((title) => title.replace(owner, "")) : titles;
  const pieces = LIST.format(short);
  if (own) return say("table.pieces.own", { pieces });
  return pieces.charAt(0).toUpperCase() + pieces.slice(1);
}

/**
 * @param {Board} board
 * @param {Choice} choice
 */
async function preview(board, choice) {
  if (!board.chosen?.includes(choice)) return;
  const says = await foreseen(choice);
  if (!board.chosen?.includes(choice) || !says.length) return;
  write(says.join(" "));
}

/**
 * What a move would do, in sentences; none where that cannot be known.
 * @param {Choice} choice
 * @returns {Promise<string[]>}
 */
export async function foreseen({ move }) {
  const { ply, you } = state.table ?? {};
  try {
    return (await post(api("/preview"), { move, ply, seat: you })).says;
  } catch {
    return [];
  }
}
