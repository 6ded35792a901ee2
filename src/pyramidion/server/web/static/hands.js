// @ts-check
// Clicks, keys and dragging on a board become choices.
import { same } from "./choices.js";
import { FAR, drag } from "./drag.js";
import { meaning } from "./picture.js";

const AFTER_DROP = 50; // milliseconds in which a click belongs to the drop before it

/** @typedef {import("./board.js").Board} Board */

/**
 * @param {Board} board
 * @param {HTMLElement} root
 */
export function attach(board, root) {
  root.addEventListener("click", (event) => clicked(board, event));
  root.addEventListener("keydown", (event) => pressed(board, event));
  root.addEventListener("pointerdown", (event) => lifted(board, event));
  root.addEventListener("pointerdown", (event) => pressedOn(board, event));
  document.addEventListener("keydown", (event) => event.key === "Escape" && board.letGo());
}

/**
 * Browsers make no click of a press if what was pressed is gone when the pointer is let go, as in a picture that was
 * drawn again in between: such a press means what is there now.
 * @param {Board} board
 * @param {PointerEvent} press
 */
function pressedOn(board, { target, clientX, clientY, button }) {
  /** @param {PointerEvent} end */
  function released(end) {
    removeEventListener("pointerup", released);
    removeEventListener("pointercancel", released);
    const near = Math.hypot(end.clientX - clientX, end.clientY - clientY) <= FAR;
    const gone = target instanceof Element && !target.isConnected;
    if (end.type !== "pointerup" || button || !near || !gone) return;
    clicked(board, { target: document.elementFromPoint(clientX, clientY), clientX, clientY });
  }
  addEventListener("pointerup", released);
  addEventListener("pointercancel", released);
}

/**
 * @param {Board} board
 * @param {{target: EventTarget | null, clientX: number, clientY: number}} event
 */
function clicked(board, event) {
  if (board.dragged) {
    board.dragged = false;
    return;
  }
  board.byKeyboard = false;
  const id = board.state && board.meant(event);
  if (id && board.intercept?.(id)) return;
  if (id) board.choose(id);
  else board.letGo();
}

/**
 * @param {Board} board
 * @param {KeyboardEvent} event
 */
function pressed(board, event) {
  const node = event.target instanceof Element ? event.target.closest("[tabindex]") : null;
  if (!node || node === board.picture.root) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    board.byKeyboard = true;
    if (board.intercept?.(meaning(node))) return;
    const held = board.chosen;
    board.choose(meaning(node), true);
    if (!held && board.chosen) board.picture.element(board.goals()[0])?.focus();
  } else if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    board.picture.nearest(node, event.key)?.focus();
  }
}

/**
 * A pointer was pressed: perhaps something is going to be dragged.
 * @param {Board} board
 * @param {PointerEvent} event
 */
function lifted(board, event) {
  const id = board.live && event.button === 0 ? board.meant(event) : null;
  const parts = id ? board.parts(id) : [];
  const part = parts.find((each) => board.chosen && same(each, board.chosen)) ?? parts[0] ?? [];
  const own = part.filter((choice) => choice.target);
  if (!own.length) return;
  const lift = () => {
    board.hold(own);
    return own[0].pieces.map((piece) => board.picture.element(piece)).filter((piece) => piece !== null);
  };
  drag(event, board.picture.scale, lift, (drop) => put(board, drop));
}

/**
 * @param {Board} board
 * @param {PointerEvent} drop
 */
function put(board, drop) {
  const under = document.elementFromPoint(drop.clientX, drop.clientY);
  const goal = under && board.picture.root.contains(under) ? board.thing(under) : null;
  board.dragged = true;
  setTimeout(() => (board.dragged = false), AFTER_DROP);
  if (goal && drop.type === "pointerup") board.choose(goal);
  else board.letGo();
}
