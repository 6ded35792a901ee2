// @ts-check
// Ways through the tree of a study: buttons and keys that step, promote, cut and comment.
import { desk } from "./desk.js";
import { arrowsIn, withArrows, withoutArrows } from "./drawings.js";
import { openKeyboard } from "./keyboard.js";
import { at, button, fill, say } from "./words.js";

const TYPING = "input:not([type=checkbox]), select, textarea";
const BUSY = "#board [tabindex], .tools, .lines";
const LISTED = [
  ["← →  ,  .", "step"],
  ["↑ ↓", "beside"],
  ["Home End", "ends"],
  ["P", "promote"],
  ["Del", "cut"],
  ["C", "comment"],
  ["R", "roll"],
  ["E", "engine"],
  ["F", "flip"],
  ["D", "draw"],
  ["O", "versus"],
  ["S", "share"],
  ["Tab", "tab"],
  ["Enter", "choose"],
  ["Esc", "escape"],
  ["?", "keys"],
];

/** @typedef {import("./types.js").StudyNode} StudyNode */

/**
 * What the page does when a way is taken.
 * @typedef {object} Guide
 * @property {(node: StudyNode) => void} look
 * @property {() => void} changed the tree has changed, the position has not
 * @property {Record<string, () => void>} keys what other keys do
 */

export class Paths {
  /** @param {Guide} guide */
  constructor(guide) {
    this.guide = guide;
    this.field = /** @type {HTMLInputElement} */ (at("comment"));
    this.field.addEventListener("change", () => this.comment());
    at("commenting").addEventListener("submit", (event) => {
      event.preventDefault();
      this.field.blur();
    });
    document.addEventListener("keydown", (event) => this.pressed(event));
    /** @type {Record<string, () => void>} */
    this.keys = {
      p: () => this.promote(),
      Delete: () => this.cut(),
      c: () => this.field.focus(),
      "?": () => openKeyboard(LISTED),
      ...guide.keys,
    };
  }

  show() {
    const { tree } = desk;
    if (!tree) return;
    const { at: node, root } = tree;
    if (document.activeElement !== this.field) this.field.value = withoutArrows(node.comment);
    fill(
      at("steps"),
      this.step("|◀", "table.first", root),
      this.step("◀", "table.back", node.parent),
      this.step("▶", "table.forward", node.children[0]),
      this.step("▶|", "table.last", tree.last(node)),
      button(say("study.promote"), () => this.promote(), { disabled: !tree.branch(node) }),
      button(say("study.cut"), () => this.cut(), { disabled: !node.parent }),
    );
  }

  /**
   * @param {string} sign
   * @param {string} key
   * @param {StudyNode | null | undefined} goal
   */
  step(sign, key, goal) {
    const disabled = !goal || goal === desk.tree?.at;
    const words = { title: say(key), "aria-label": say(key) };
    return button(sign, () => goal && this.guide.look(goal), { ...words, disabled });
  }

  promote() {
    desk.tree?.promote(desk.tree.at);
    this.guide.changed();
  }

  cut() {
    const { tree } = desk;
    if (!tree?.at.parent) return;
    tree.cut(tree.at);
    this.guide.changed();
    this.guide.look(tree.at);
  }

  comment() {
    const { tree } = desk;
    if (!tree) return;
    const plain = this.field.value.replace(/\p{Z}/gu, " ").replace(/[{}]|\p{C}/gu, "");
    tree.at.comment = withArrows(plain.replace(/ +/g, " ").trim(), arrowsIn(tree.at.comment));
    this.guide.changed();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { target, key } = event;
    if (!desk.tree || !(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches(TYPING) || target.closest("dialog") || desk.placing) return;
    const goal = key.length > 1 && target.closest(BUSY) ? undefined : goalOf(desk.tree, key);
    if (goal) this.guide.look(goal);
    else if (goal === undefined && !this.keys[key]) return;
    else this.keys[key]?.();
    event.preventDefault();
  }
}

/**
 * Where a key leads in the tree; null for nowhere, undefined for another key.
 * @param {import("./tree.js").Tree} tree
 * @param {string} key
 */
function goalOf(tree, key) {
  const { at: node, root } = tree;
  /** @type {Record<string, StudyNode | null>} */
  const ways = {
    ArrowLeft: node.parent,
    ",": node.parent,
    ArrowRight: node.children[0] ?? null,
    ".": node.children[0] ?? null,
    ArrowUp: tree.beside(node, -1),
    ArrowDown: tree.beside(node, 1),
    Home: root,
    End: tree.last(node),
  };
  return ways[key];
}
