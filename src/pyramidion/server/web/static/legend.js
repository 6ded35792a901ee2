// @ts-check
// What the marks on a board mean: those that are on it now, each with its symbol, taken from the picture, and those
// that show where something can go.
import { chooseMarks, marksNow } from "./marks.js";
import { at, button, fill, make, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.12; // around a symbol, beside its size
const MARKS = ".highlight, .marker, .arrow-mark, .cube";
const KIND = /(?:highlight|marker)-(\w+)|(arrow|cube)/;
const GENERAL = ["movable", "last", "arrow"]; // mean the same in every game
const AIMS = { dot: 14, ring: 28 }; // the marks of places where something can go, and how big they are

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
  const own = [...new Set([...Object.keys(signs), ...marks.keys()])].filter((kind) => !GENERAL.includes(kind));
  return [...(general ? GENERAL : []), ...own].flatMap((kind) => {
    const mark = marks.get(kind);
    const says = mark && meaningOf(kind, mark);
    return mark && says ? [line(symbol(mark), says)] : [];
  });
}

/**
 * @param {string} kind
 * @param {Element} mark
 */
function meaningOf(kind, mark) {
  if (GENERAL.includes(kind)) return say(`legend.${kind}`);
  return signs[kind] ?? mark.querySelector("title")?.textContent;
}

/**
 * @param {Element} shown
 * @param {string} says
 */
const line = (shown, says) => make("li", {}, shown, make("span", {}, says));

// The marks of places where something can go: there are some while something is held.
function aims() {
  return Object.entries(AIMS).map(([kind, reach]) => {
    const [svg, circle] = ["svg", "circle"].map((tag) => document.createElementNS(SVG, tag));
    svg.setAttribute("viewBox", "-40 -40 80 80");
    svg.setAttribute("aria-hidden", "true");
    circle.setAttribute("class", `aim aim-${kind}`);
    circle.setAttribute("r", String(reach));
    svg.append(circle);
    return line(svg, say(`legend.${kind}`));
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
  const all = marksNow() === "all";
  const more = button(
    say(all ? "legend.few" : "legend.all"),
    () => {
      chooseMarks(all ? "few" : "all");
      sheet.close();
    },
    {},
  );
  fill(
    sheet,
    make("h2", {}, say("legend.title")),
    make("ul", { class: "notices" }, ...lines(picture), ...aims()),
    make(
      "p",
      { class: "row" },
      button(say("look.close"), () => sheet.close(), { class: "main" }),
      more,
    ),
  );
  sheet.showModal();
}
