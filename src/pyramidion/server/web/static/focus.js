// @ts-check
// Where the keyboard is on a board, from one picture to the next.
import { middle } from "./picture.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * A picture is about to be replaced: note what the keyboard is on. Says whether it is on the board, or nowhere else.
 * @param {Board} board
 */
export function noteFocus(board) {
  const { picture } = board;
  const focused = picture.focused();
  if (focused) [board.byKeyboard, board.stood] = [true, focused];
  return focused !== null || [document.body, picture.root].some((each) => each === document.activeElement);
}

/**
 * The keyboard stays where it was, or goes to the nearest thing that can be chosen; it waits on the board as a whole.
 * @param {Board} board
 */
export function putFocus({ picture, byKeyboard, live, stood }) {
  if (!byKeyboard) return;
  const nodes = picture.reachable();
  const next = live ? (nodes.find(({ id }) => id === stood) ?? nearest(nodes, picture.element(stood))) : null;
  (next ?? picture.root).focus({ preventScroll: true });
}

/**
 * @param {SVGGraphicsElement[]} nodes
 * @param {Element | null} there
 */
function nearest(nodes, there) {
  if (!there) return nodes[0];
  const [x, y] = middle(there);
  const far = (/** @type {Element} */ node) => Math.hypot(middle(node)[0] - x, middle(node)[1] - y);
  return nodes.toSorted((one, other) => far(one) - far(other))[0];
}
