// @ts-check
// A study inside another site's page: a picture that can be stepped through. Nothing is remembered here.
import { post, reasonOf } from "./api.js";
import { arrowsIn, drawArrows, withoutArrows } from "./drawings.js";
import { Picture } from "./picture.js";
import { roundOf } from "./rounds.js";
import { Tree, readAddress } from "./tree.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {import("./types.js").StudyNode} StudyNode */

const FAR = 200; // moves that the server is asked to make at once
const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
const wanted = readAddress(location.hash);
const picture = new Picture(at("board"));
/** @type {{tree: Tree | null, hidden: boolean, seats: number, asked: number}} */
const shown = { tree: null, hidden: false, seats: 2, asked: 0 };

/** @param {StudyNode} node */
async function look(node) {
  const { tree } = shown;
  if (!tree) return;
  tree.at = node;
  const asked = ++shown.asked;
  const line = tree.line(node);
  const start = line.findLastIndex((each, place) => each.position && place < Math.max(1, line.length - 1));
  if (line.length - start > FAR) {
    await look(line[start + FAR - 1]);
    return look(node);
  }
  const moves = line
    .slice(start + 1)
    .map((each) => each.made?.move)
    .join(" ");
  const seat = /^\d$/.test(wanted.view ?? "") ? Number(wanted.view) : shown.hidden ? null : wanted.side;
  const everything = !wanted.view;
  const form = { position: line[start].position, moves, seat, everything, theme, flip: wanted.flip };
  const found = await post("/api/study/look", form);
  node.position = found.text;
  if (asked !== shown.asked) return;
  picture.replace(found.picture);
  const move = node.made ? `${roundOf(node, shown.seats)}. ${everything ? node.made.move : node.made.veiled}` : "";
  at("status").textContent = [move, withoutArrows(node.comment) || found.says].filter(Boolean).join(" · ");
  drawArrows(picture, arrowsIn(node.comment));
  showSteps(tree);
}

/** @param {Tree} tree */
function showSteps(tree) {
  const { at: node, root } = tree;
  /** @type {(sign: string, key: string, goal: StudyNode | null | undefined) => HTMLElement} */
  const step = (sign, key, goal) =>
    button(sign, () => goal && look(goal), {
      title: say(key),
      "aria-label": say(key),
      disabled: !goal || goal === node,
    });
  const full = `/study#${location.hash.slice(1)}`;
  fill(
    at("steps"),
    step("|◀", "table.first", root),
    step("◀", "table.back", node.parent),
    step("▶", "table.forward", node.children[0]),
    step("▶|", "table.last", tree.last(node)),
    make("a", { class: "button", href: full, target: "_blank", rel: "noopener" }, say("study.full")),
  );
}

/** @param {KeyboardEvent} event */
function pressed({ key }) {
  const node = shown.tree?.at;
  const goal = key === "ArrowLeft" ? node?.parent : key === "ArrowRight" ? node?.children[0] : null;
  if (goal) look(goal);
}

async function open() {
  try {
    const study = await post("/api/study", { study: wanted.study });
    document.title = study.game.title;
    at("heading").textContent = study.game.title;
    const tree = new Tree(study);
    Object.assign(shown, { tree, hidden: study.hidden, seats: study.sides.length });
    await look(tree.nodes()[wanted.at ?? 0] ?? tree.root);
  } catch (error) {
    at("status").textContent = reasonOf(error);
  }
}

document.documentElement.dataset.theme = theme;
document.addEventListener("keydown", pressed);
open();
