// @ts-check
// The tree of moves, written as players write it: the main line, and variations set in below the move they replace.
import { withoutArrows } from "./drawings.js";
import { goesOn, roundOf } from "./rounds.js";
import { fill, make } from "./words.js";

/** @typedef {import("./types.js").StudyNode} StudyNode */

/**
 * How a tree is written.
 * @typedef {object} Manner
 * @property {import("./types.js").Side[]} sides
 * @property {(made: import("./types.js").StudyMove) => string} text of a move, as the one who looks may read it
 * @property {(node: StudyNode) => void} look
 */

/** @type {WeakMap<StudyNode, HTMLElement>} */
const entries = new WeakMap();

/**
 * @param {HTMLElement} list
 * @param {StudyNode} root
 * @param {Manner} manner
 */
export function writeTree(list, root, manner) {
  fill(list, remark(root), ...lineFrom(root.children[0], root.children.slice(1), manner));
}

/**
 * Mark the move that is looked at, and scroll the list, and nothing else, to it.
 * @param {HTMLElement} list
 * @param {StudyNode} node
 */
export function markMove(list, node) {
  const old = list.querySelector("[aria-current]");
  old?.removeAttribute("aria-current");
  old?.setAttribute("tabindex", "-1");
  const entry = entries.get(node);
  if (!entry) {
    list.scrollTop = 0;
    return list.querySelector("button")?.setAttribute("tabindex", "0");
  }
  entry.setAttribute("aria-current", "step");
  entry.setAttribute("tabindex", "0");
  const [box, frame] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - frame.height / 2;
}

/**
 * A line from a move on; what could replace the move comes behind it.
 * @param {StudyNode | undefined} first
 * @param {StudyNode[]} others
 * @param {Manner} manner
 */
function lineFrom(first, others, manner) {
  /** @type {(HTMLElement | null)[]} */
  const written = [];
  let [node, beside, numbered] = [first, others, true];
  while (node) {
    written.push(entry(node, numbered, manner), remark(node));
    written.push(...beside.map((other) => make("div", { class: "variation" }, ...lineFrom(other, [], manner))));
    numbered = beside.length > 0 || Boolean(node.comment);
    beside = node.children.slice(1);
    node = node.children[0];
  }
  return written;
}

/**
 * A move, with its number where a round begins, and its colour where a turn does.
 * @param {StudyNode} node
 * @param {boolean} numbered
 * @param {Manner} manner
 */
function entry(node, numbered, { sides, text, look }) {
  const { made, parent } = node;
  if (!made) return null;
  const before = parent?.made;
  const opens = numbered || before?.turn !== made.turn || before.whose !== made.whose;
  const { colour, title } = sides[made.whose];
  const swatch = colour && opens ? make("span", { class: `swatch swatch-${colour}`, title }) : null;
  const round = numbered || !goesOn(before, made) ? `${roundOf(node, sides.length)}.` : "";
  const number = opens ? make("span", { class: "number" }, round, swatch) : null;
  const told = made.told ? ` (${made.told})` : "";
  const move = make("button", { type: "button", class: "ply", tabindex: -1, "data-chance": made.seat === null });
  move.append(`${text(made)}${told}`);
  move.addEventListener("click", () => look(node));
  entries.set(node, move);
  return make("span", { class: "step" }, number, move);
}

/** @param {StudyNode} node */
const remark = ({ comment }) => {
  const words = withoutArrows(comment);
  return words ? make("span", { class: "remark" }, words) : null;
};
