// @ts-check
// The keys of a table: which there are, and a sheet that lists them.
import { at, button, fill, make, say } from "./words.js";

/** @type {Record<string, string>} the keys that stand for tools */
export const KEYS = {
  review: "v",
  advice: "h",
  undo: "u",
  goal: "g",
  marks: "m",
  flip: "f",
  look: "l",
  rules: "b",
  resign: "r",
  pause: "p",
  resume: "p",
  study: "a",
};
const LISTED = [
  ["Tab", "tab"],
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "choose"],
  ["Esc", "escape"],
  ["← →  ,  .", "step"],
  ["Home End", "ends"],
  ...["review", "advice", "undo", "goal", "marks", "flip", "look", "rules", "resign", "pause", "study"].map((tool) => [
    KEYS[tool].toUpperCase(),
    tool,
  ]),
  ["T", "text"],
  ["?", "keys"],
];

/** @param {string[][]} listed each with the name of what it does */
export function openKeyboard(listed = LISTED) {
  const sheet = /** @type {HTMLDialogElement} */ (at("keyboard"));
  const lines = listed
    .map(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, say(`keys.${what}`))])
    .flat();
  fill(
    sheet,
    make("h2", {}, say("keys.title")),
    make("dl", { class: "keyboard" }, ...lines),
    button(say("look.close"), () => sheet.close(), { class: "main" }),
  );
  sheet.showModal();
}
