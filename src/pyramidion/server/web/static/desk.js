// @ts-check
// What the page of a study keeps in mind, all of it, and how it asks the server for a position.
import { post } from "./api.js";
import { arrangementFor, themeNow, viewNow } from "./looks.js";
import { toFragment } from "./tree.js";
import { at } from "./words.js";

/** @typedef {import("./types.js").StudyNode} StudyNode */
/** @typedef {import("./types.js").LookData} LookData */

const FAR = 200; // moves that the server is asked to make at once
export const EVERYTHING = "all";
export const SPECTATOR = "none";

/**
 * @typedef {object} Desk
 * @property {import("./types.js").StudyData | null} study as the server has told it
 * @property {import("./tree.js").Tree | null} tree
 * @property {LookData | null} shown the position that the board shows
 * @property {string} view whose view it is: a seat's number, everything, or a spectator's
 * @property {number} side the seat from whose side the board is shown
 * @property {boolean} flip
 * @property {{seat: number, level: number, seed: number} | null} versus the seat that a person plays against a bot
 * @property {number} asked how many positions were asked for; only the last is shown
 * @property {boolean} placing is another position being set up?
 * @property {string} kept the id under which this browser keeps the study, empty if it does not
 * @property {WeakMap<StudyNode, LookData>} known positions that were shown before, by the same view and look
 */

/** @type {Desk} */
export const desk = {
  study: null,
  tree: null,
  shown: null,
  view: EVERYTHING,
  side: 0,
  flip: false,
  versus: null,
  asked: 0,
  placing: false,
  kept: "",
  known: new WeakMap(),
};

// How a position is to be shown.
export function wishes() {
  const seat = /^\d$/.test(desk.view) ? Number(desk.view) : null;
  return {
    seat: seat ?? (desk.view === SPECTATOR ? null : desk.side),
    everything: desk.view === EVERYTHING,
    view: viewNow(),
    theme: themeNow(),
    flip: desk.flip,
    arrangement: arrangementFor(at("stage")),
  };
}

/**
 * A node as it is to be shown; the server plays from the last position above it that is known.
 * @param {StudyNode} node
 * @returns {Promise<LookData>}
 */
export async function lookOf(node) {
  const known = desk.known.get(node);
  if (known || !desk.tree) return /** @type {LookData} */ (known);
  const line = desk.tree.line(node);
  const start = line.findLastIndex((each, place) => each.position && place < Math.max(1, line.length - 1));
  if (line.length - start > FAR) {
    await lookOf(line[start + FAR - 1]);
    return lookOf(node);
  }
  const memory = desk.known;
  const moves = line.slice(start + 1).map((each) => each.made?.move);
  /** @type {LookData} */
  const found = await post("/api/study/look", { position: line[start].position, moves: moves.join(" "), ...wishes() });
  node.position = found.text;
  memory.set(node, found);
  return found;
}

// Everything looks different from now on.
export function forgetLooks() {
  desk.known = new WeakMap();
}

// The part of the address that says all about the study.
export function fragment() {
  if (!desk.tree) return "";
  const view = desk.study?.hidden && desk.view !== EVERYTHING ? `&view=${desk.view}` : "";
  const side = `${desk.side ? `&side=${desk.side}` : ""}${desk.flip ? "&flip" : ""}`;
  return `${toFragment(desk.tree.text())}&at=${desk.tree.number()}${view}${side}`;
}

/**
 * A move as the one who looks may read it.
 * @param {import("./types.js").StudyMove} made
 */
export const readable = (made) =>
  desk.view === EVERYTHING || String(made.seat) === desk.view ? made.move : made.veiled;
