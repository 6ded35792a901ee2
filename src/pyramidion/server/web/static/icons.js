// @ts-check
// Symbols for tools, drawn with one line.

/** @type {Record<string, string>} */
const PATHS = {
  advice: "M9 18h6M10 21h4M8.5 15c0-2-2.5-3-2.5-6.5a6 6 0 0 1 12 0C18 12 15.500 13 15.500 15z",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3",
  flip: "M8 4v16M4 8l4-4 4 4M16 20V4M12 16l4 4 4-4",
  look: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  rules: "M4 5h7a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-5a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h5z",
  resign: "M6 21V4h11l-2.500 4 2.500 4H6",
  draw: "M5 9h14M5 15h14",
  pause: "M8 5v14M16 5v14",
  resume: "M7 5l12 7-12 7z",
  more: "M4 7h16M4 12h16M4 17h16",
  study: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500 21 21",
  puzzle: "M4 8h4a2.500 2.500 0 1 1 4 0h4v4a2.500 2.500 0 1 1 0 4v4H4z",
  review: "M3 20h18M4 15l5-5 4 4 7-8",
  marks: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
  goal: "M12 3l9 17H3zM12 3v17",
};
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const [key, value] of Object.entries({
    d: PATHS[name],
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.8",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  })) {
    path.setAttribute(key, value);
  }
  svg.append(path);
  return svg;
}
