// @ts-check
// What the marks on a board mean: those that are on it now, each with its symbol, taken from the picture.
import { at, button, fill, make, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.12; // around a symbol, beside its size
const MARKS = ".highlight, .marker, .arrow-mark, .cube";
const KIND = /(?:highlight|marker)-(\w+)|(arrow|cube)/;
const GENERAL = ["movable", "last", "arrow"]; // mean the same in every game

/** @typedef {import("./picture.js").Picture} Picture */

/** @type {Record<string, string>} what the marks of the game itself mean */
const signs = JSON.parse(at("signs").textContent ?? "{}");

/**
 * The marks of a picture by their kinds; what is drawn last is the clearest symbol.
 * @param {Picture} picture
 */
function marksOf({ svg }) {
  /** @type {Map<string, SVGGraphicsElement>} */
  const found = new Map();
  for (const node of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg?.querySelectorAll(MARKS) ?? [])) {
    const [, kind, other] = KIND.exec(node.getAttribute("class") ?? "") ?? [];
    found.set(kind ?? other, node);
  }
  return found;
}

/**
 * A mark by itself, for a line of text.
 * @param {SVGGraphicsElement} mark
 */
function symbol(mark) {
  const { x, y, width, height } = mark.getBBox();
  const [margin, copy] = [MARGIN * Math.max(width, height), /** @type {Element} */ (mark.cloneNode(true))];
  const svg = document.createElementNS(SVG, "svg");
  const box = [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
  svg.setAttribute("class", mark.ownerSVGElement?.getAttribute("class") ?? "");
  svg.setAttribute("viewBox", box.join(" "));
  svg.setAttribute("aria-hidden", "true");
  svg.toggleAttribute("data-marker", mark.matches(".marker"));
  for (const name of ["id", "transform"]) copy.removeAttribute(name);
  copy.querySelectorAll("title").forEach((title) => title.remove());
  svg.append(copy);
  return svg;
}

/**
 * A line for each mark, first those that mean the same in every game, unless only the game's own are wanted.
 * @param {Picture} picture
 */
function lines(picture, general = true) {
  const marks = marksOf(picture);
  const kinds = [...(general ? GENERAL : []), ...Object.keys(signs)];
  return kinds.flatMap((kind) => {
    const mark = marks.get(kind);
    return mark ? [make("li", {}, symbol(mark), make("span", {}, signs[kind] ?? say(`legend.${kind}`)))] : [];
  });
}

/**
 * The marks of the game itself, in a list beside the board.
 * @param {Picture} picture
 */
export const showSigns = (picture) => fill(at("notices"), ...lines(picture, false));

/** @param {Picture} picture */
export function openLegend(picture) {
  const sheet = /** @type {HTMLDialogElement} */ (at("legend"));
  const found = lines(picture);
  fill(
    sheet,
    make("h2", {}, say("legend.title")),
    found.length ? make("ul", { class: "notices" }, ...found) : make("p", {}, say("legend.none")),
    button(say("look.close"), () => sheet.close(), { class: "main" }),
  );
  sheet.showModal();
}
