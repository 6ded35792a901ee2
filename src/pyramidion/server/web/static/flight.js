// @ts-check
// Pieces that travel, are sent away or vanish, and dice that tumble, from one picture to the next.
import { tempo } from "./pace.js";

const FLIGHT = 320;
const WHOLE_TURN = 360;
const NEAR = 1.5; // pixels; a piece that moved less stays where it is drawn
const QUIET = matchMedia("(prefers-reduced-motion: reduce)");
/** @typedef {{node: SVGGraphicsElement, x: number, y: number, size: number}} Spot */

/**
 * Where things are in a picture that is about to be replaced.
 * @param {import("./picture.js").Picture} picture
 * @param {Iterable<string>} ids
 * @returns {Map<string, Spot>}
 */
export function spots(picture, ids) {
  /** @type {Map<string, Spot>} */
  const found = new Map();
  for (const id of ids) {
    const node = picture.element(id);
    if (node) found.set(id, { node, ...spot(node) });
  }
  return found;
}

/**
 * Where a thing stands and how big it is: its foot, whatever rings and shadows lie around it; or its middle, where it
 * is drawn in place.
 * @param {SVGGraphicsElement} node
 */
function spot(node) {
  const { a, b, c, d, e, f } = node.getScreenCTM() ?? new DOMMatrix();
  const [x, y] = origin(node);
  const size = isPlaced(node) ? Math.hypot(a, b) : node.getBoundingClientRect().width;
  return { x: a * x + c * y + e, y: b * x + d * y + f, size };
}

/** @param {SVGGraphicsElement} node */
const isPlaced = (node) => node.transform.baseVal.numberOfItems > 0;

/**
 * The point of a thing that stays where it is when the thing grows.
 * @param {SVGGraphicsElement} node
 */
const origin = (node) => (isPlaced(node) ? [0, 0] : midpoint(node));

/** @param {SVGGraphicsElement} node */
function midpoint(node) {
  const { x, y, width, height } = node.getBBox();
  return [x + width / 2, y + height / 2];
}

/**
 * Let everything travel from where it was to where it is in the new picture.
 * @param {import("./picture.js").Picture} picture
 * @param {Map<string, Spot>} before
 * @param {import("./types.js").EventData[]} events
 */
export async function travel(picture, before, events) {
  const pace = tempo();
  if (QUIET.matches || document.hidden || !pace) return;
  const [first, ...later] = events.filter((event) => event.things.pieces?.length || event.gone.length);
  const sent = new Set(later.flatMap((event) => event.ids).filter((id) => !first?.ids.includes(id)));
  const flights = [];
  for (const [id, old] of before) {
    const node = picture.element(id);
    const delay = sent.has(id) ? 0.75 * FLIGHT * pace : 0;
    if (!node) flights.push(vanish(picture, old.node, delay, pace));
    else if (moved(old, spot(node))) flights.push(fly(picture, node, old, delay, pace));
  }
  for (const id of events.filter((event) => event.kind === "rolled").flatMap((event) => event.ids)) {
    const die = picture.element(id);
    if (die) flights.push(tumble(die, pace));
  }
  await Promise.allSettled(flights);
}

/**
 * @param {Spot} old
 * @param {{x: number, y: number}} now
 */
const moved = (old, now) => Math.hypot(old.x - now.x, old.y - now.y) > NEAR;

/**
 * A copy of a piece travels above everything else, while the piece itself waits unseen.
 * @param {import("./picture.js").Picture} picture
 * @param {SVGGraphicsElement} node
 * @param {Spot} old
 * @param {number} delay
 * @param {number} pace
 */
async function fly(picture, node, old, delay, pace) {
  const now = spot(node);
  const [x, y] = [(old.x - now.x) / picture.scale, (old.y - now.y) / picture.scale];
  const size = old.size / now.size;
  const [ox, oy] = origin(node);
  const copy = /** @type {SVGGraphicsElement} */ (node.cloneNode(true));
  copy.removeAttribute("id");
  copy.removeAttribute("tabindex");
  copy.setAttribute("aria-hidden", "true");
  copy.style.pointerEvents = "none";
  node.parentNode?.append(copy);
  node.style.opacity = "0";
  const lift = Math.min(0.4, 30 / Math.max(1, Math.hypot(x, y)));
  const frames = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const rest = 1 - share;
    const rise = 1 + lift * 4 * share * rest;
    const grown = (1 + (size - 1) * rest) * rise;
    return {
      transform: shifted(node, x * rest, y * rest)
        .scale(grown, grown, 1, ox, oy)
        .toString(),
    };
  });
  try {
    await copy.animate(frames, { duration: FLIGHT * pace, delay, easing: "ease-in-out", fill: "both" }).finished;
  } finally {
    node.style.opacity = "";
    copy.remove();
  }
}

/**
 * Something that is no longer there fades away.
 * @param {import("./picture.js").Picture} picture
 * @param {SVGGraphicsElement} node
 * @param {number} delay
 * @param {number} pace
 */
async function vanish(picture, node, delay, pace) {
  node.removeAttribute("id");
  node.removeAttribute("tabindex");
  node.style.pointerEvents = "none";
  picture.svg?.append(node);
  await node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FLIGHT * pace, delay, fill: "both" }).finished;
  node.remove();
}

/**
 * @param {SVGGraphicsElement} die
 * @param {number} pace
 */
function tumble(die, pace) {
  const frames = [0, 0.35, 0.7, 1].map((share) => ({
    transform: turned(die, -28 * Math.abs(Math.sin(2.5 * Math.PI * share)) * (1 - share), 2 * WHOLE_TURN * share),
  }));
  return die.animate(frames, { duration: 1.8 * FLIGHT * pace, easing: "ease-out" }).finished;
}

/**
 * Where an element is when it is shifted in the picture.
 * @param {SVGGraphicsElement} element
 * @param {number} x
 * @param {number} y
 */
function shifted(element, x, y) {
  const { a, b, c, d, e, f } = element.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  return new DOMMatrix([a, b, c, d, e + x, f + y]);
}

/**
 * Where an element is when it is lifted, and turned about its own middle.
 * @param {SVGGraphicsElement} element
 * @param {number} y
 * @param {number} angle
 */
function turned(element, y, angle) {
  const [cx, cy] = midpoint(element);
  return shifted(element, 0, y).translate(cx, cy).rotate(angle).translate(-cx, -cy).toString();
}
