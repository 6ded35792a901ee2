// @ts-check
// An arrow over a picture, from what should be moved to where it should go.
const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEAD] = [7, 22]; // pixels of the window

/**
 * @param {import("./picture.js").Picture} picture
 * @param {string[]} pieces
 * @param {string} target
 * @param {string} [kind] how it looks
 */
export function pointAt(picture, pieces, target, kind = "") {
  const { svg } = picture;
  const [start, end] = [pieces.map((id) => picture.element(id)).find(Boolean), picture.element(target)];
  if (!svg || !(start ?? end)) return;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `pointer ${kind}`);
  const goal = end ?? start;
  if (start) group.append(ring(svg, start));
  if (end && start !== end) group.append(start ? shaft(svg, start, end) : ring(svg, end));
  if (goal) svg.append(group);
}

/** @param {import("./picture.js").Picture} picture */
export function unpoint(picture) {
  picture.svg?.querySelectorAll(".pointer").forEach((node) => node.remove());
}

/** @param {import("./picture.js").Picture} picture */
export function unpointIdeas(picture) {
  picture.svg?.querySelectorAll(".pointer.idea").forEach((node) => node.remove());
}

/**
 * The middle and the size of something, in units of the picture.
 * @param {SVGSVGElement} svg
 * @param {Element} node
 */
function spot(svg, node) {
  const box = node.getBoundingClientRect();
  const matrix = (svg.getScreenCTM() ?? new DOMMatrix()).inverse();
  const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  return { x, y, reach: (Math.max(box.width, box.height) / 2) * matrix.a, unit: matrix.a };
}

/**
 * @param {SVGSVGElement} svg
 * @param {Element} node
 */
function ring(svg, node) {
  const { x, y, reach, unit } = spot(svg, node);
  const circle = document.createElementNS(SVG, "circle");
  const values = { cx: x, cy: y, r: Math.max(reach, 12 * unit), "stroke-width": 4 * unit };
  for (const [key, value] of Object.entries(values)) circle.setAttribute(key, String(value));
  return circle;
}

/**
 * @param {SVGSVGElement} svg
 * @param {Element} start
 * @param {Element} end
 */
function shaft(svg, start, end) {
  const [from, to] = [spot(svg, start), spot(svg, end)];
  const { unit } = from;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [w, h] = [(WIDTH / 2) * unit, Math.min(HEAD * unit, length / 2)];
  const neck = { x: to.x - ux * h, y: to.y - uy * h };
  const points = [
    [from.x - uy * w, from.y + ux * w],
    [neck.x - uy * w, neck.y + ux * w],
    [neck.x - uy * h * 0.6, neck.y + ux * h * 0.6],
    [to.x, to.y],
    [neck.x + uy * h * 0.6, neck.y - ux * h * 0.6],
    [neck.x + uy * w, neck.y - ux * w],
    [from.x + uy * w, from.y - ux * w],
  ];
  const path = document.createElementNS(SVG, "polygon");
  path.setAttribute("points", points.map((point) => point.map((value) => value.toFixed(2)).join()).join(" "));
  return path;
}
