// @ts-check
// Pieces that travel and dice that tumble, between one picture and the next.
import { middle } from "./picture.js";

const FLIGHT = 260;
const WHOLE_TURN = 360;
const QUIET = matchMedia("(prefers-reduced-motion: reduce)");
const RISE = [
  [0, 1],
  [0.5, 1.2],
  [1, 1],
];
const TUMBLE = [
  [0, 1],
  [1 / 3, 1.3],
  [2 / 3, 1.15],
  [1, 1],
];

/**
 * Let pieces travel as the events say, before the new picture is shown.
 * @param {import("./picture.js").Picture} picture
 * @param {import("./types.js").EventData[]} events
 * @param {Record<string, string>} places where the pieces are until then
 */
export async function travel(picture, events, places) {
  if (QUIET.matches || document.hidden) return;
  const flights = [];
  for (const event of events) {
    for (const piece of event.things.pieces ?? []) {
      const [start, end] = [picture.element(piece.id), picture.element(piece.place)];
      if (start && end && places[piece.id] !== piece.place) flights.push(fly(start, end, picture.scale));
    }
    for (const id of event.kind === "rolled" ? event.ids : []) {
      const die = picture.element(id);
      if (die) flights.push(tumble(die));
    }
  }
  await Promise.allSettled(flights);
}

/**
 * A piece rises a little, travels, and comes down on its place.
 * @param {SVGGraphicsElement} start
 * @param {Element} end
 * @param {number} scale
 */
function fly(start, end, scale) {
  const [from, to] = [middle(start), middle(end)];
  const [x, y] = [(to[0] - from[0]) / scale, (to[1] - from[1]) / scale];
  start.parentNode?.append(start);
  const frames = RISE.map(([share, size]) => ({ transform: placed(start, x * share, y * share, 0, size) }));
  return start.animate(frames, { duration: FLIGHT, easing: "ease-in-out" }).finished;
}

/** @param {SVGGraphicsElement} die */
function tumble(die) {
  const frames = TUMBLE.map(([share, size]) => ({ transform: placed(die, 0, 0, WHOLE_TURN * share, size) }));
  return die.animate(frames, { duration: 1.5 * FLIGHT, easing: "ease-out" }).finished;
}

/**
 * Where an element is when it is shifted in the picture, and turned and enlarged about its own middle.
 * @param {SVGGraphicsElement} element
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} size
 */
function placed(element, x, y, angle, size) {
  const { a, b, c, d, e, f } = element.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  const box = element.getBBox();
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const shifted = new DOMMatrix([a, b, c, d, e + x, f + y]);
  return shifted.translate(cx, cy).rotate(angle).scale(size).translate(-cx, -cy).toString();
}
