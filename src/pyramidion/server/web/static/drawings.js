// @ts-check
// Arrows and rings that the user draws on the board. They are at the end of a comment: [arrows a1>b2 c3 a1>b2>brick].
import { pointAt } from "./arrow.js";

/** @typedef {{start: string, end: string, colour: string}} OwnArrow a ring where it ends where it starts */

const FORM = /\s*\[arrows ([^[\]]*)\]$/;
export const COLOURS = ["moss", "brick", "slate"];
const PLAIN = /^[^\s>[\]{}]+$/; // ids that can be written

/**
 * @param {string} comment
 * @returns {OwnArrow[]}
 */
export function arrowsIn(comment) {
  const words = comment.match(FORM)?.[1].split(" ").filter(Boolean) ?? [];
  return words.map((word) => {
    const [start, end, colour] = word.split(">");
    return { start, end: end || start, colour: COLOURS.includes(colour) ? colour : COLOURS[0] };
  });
}

/** @param {string} comment */
export const withoutArrows = (comment) => comment.replace(FORM, "");

/**
 * @param {string} comment
 * @param {OwnArrow[]} arrows
 */
export function withArrows(comment, arrows) {
  const words = arrows.map(({ start, end, colour }) => {
    const goal = end === start ? "" : end;
    return [start, goal, colour === COLOURS[0] ? "" : colour].join(">").replace(/>+$/, "");
  });
  return `${withoutArrows(comment)}${words.length ? ` [arrows ${words.join(" ")}]` : ""}`.trim();
}

/**
 * The arrows with one more; one that was there is taken away, or has the new colour.
 * @param {OwnArrow[]} arrows
 * @param {OwnArrow} fresh
 */
export function toggled(arrows, fresh) {
  const same = (/** @type {OwnArrow} */ each) => each.start === fresh.start && each.end === fresh.end;
  const others = arrows.filter((each) => !same(each));
  return arrows.some((each) => same(each) && each.colour === fresh.colour) ? others : [...others, fresh];
}

/**
 * @param {import("./picture.js").Picture} picture
 * @param {OwnArrow[]} arrows
 */
export function drawArrows(picture, arrows, kind = "own") {
  picture.svg?.querySelectorAll(`.pointer.${kind}`).forEach((node) => node.remove());
  for (const { start, end, colour } of arrows) {
    pointAt(picture, [start], end === start ? "" : end, `${kind} ${kind}-${colour}`);
  }
}

/**
 * What a pencil tells: an arrow was drawn.
 * @typedef {(arrow: OwnArrow) => void} Drawn
 */

// Draws by the right button of the mouse, or, while it is taken up, by any pointer.
export class Pencil {
  /**
   * @param {import("./board.js").Board} board
   * @param {Drawn} drawn
   */
  constructor(board, drawn) {
    this.board = board;
    this.drawn = drawn;
    this.on = false;
    this.colour = COLOURS[0];
    const { root } = board.picture;
    root.addEventListener("pointerdown", (event) => this.pressed(event), true);
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.on && event.stopImmediatePropagation(), true);
  }

  /** @param {boolean} on */
  take(on) {
    this.on = on;
    this.board.picture.root.toggleAttribute("data-drawing", on);
    if (on) this.board.letGo();
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 2 && !(this.on && event.button === 0)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const start = this.under(event);
    if (!start) return;
    const colour = event.shiftKey ? "brick" : event.altKey ? "slate" : this.colour;
    /** @param {PointerEvent} move */
    const moved = (move) => {
      const end = this.under(move);
      drawArrows(this.board.picture, end && end !== start ? [{ start, end, colour }] : [], "draft");
    };
    /** @param {PointerEvent} drop */
    const dropped = (drop) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", dropped);
      removeEventListener("pointercancel", dropped);
      drawArrows(this.board.picture, [], "draft");
      const end = drop.type === "pointerup" ? this.under(drop) : null;
      if (end) this.drawn({ start, end, colour });
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", dropped);
    addEventListener("pointercancel", dropped);
  }

  /**
   * The place under a pointer.
   * @param {PointerEvent} event
   */
  under({ clientX, clientY }) {
    const node = document.elementFromPoint(clientX, clientY);
    const id = node && this.board.picture.root.contains(node) ? this.board.thing(node) : null;
    const place = id && this.board.place(id);
    return place && PLAIN.test(place) && this.board.picture.element(place) ? place : null;
  }
}
