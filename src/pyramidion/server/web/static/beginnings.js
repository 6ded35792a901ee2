// @ts-check
// How a study begins: with a game and its options, with a text that was pasted, or with a record.
import { at } from "./words.js";

/**
 * @typedef {object} Begin
 * @property {(start: string) => void} start with a game or a position
 * @property {(text: string) => void} open a study by its text
 */

/** @param {Begin} begin */
export function listenToBeginnings(begin) {
  const game = /** @type {HTMLSelectElement} */ (at("game"));
  const form = at("beginning");
  const options = () => [...form.querySelectorAll("label[data-game]")];
  const show = () => {
    for (const each of options()) each.toggleAttribute("hidden", !isOf(each, game.value));
    at("rules").hidden = !options().some((each) => isOf(each, game.value));
  };
  game.addEventListener("change", show);
  show();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin.start(spec(game.value, options()));
  });
  at("pasting").addEventListener("submit", (event) => {
    event.preventDefault();
    openText(/** @type {HTMLInputElement} */ (at("paste")).value, begin);
  });
  at("file").addEventListener("change", async ({ target }) => {
    const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
    if (file) openText(await file.text(), begin);
  });
}

/**
 * @param {Element} label
 * @param {string} game
 */
const isOf = (label, game) => label.getAttribute("data-game") === game;

/**
 * @param {string} game
 * @param {Element[]} labels
 */
function spec(game, labels) {
  const chosen = labels
    .filter((label) => isOf(label, game))
    .map((label) => /** @type {HTMLSelectElement} */ (label.querySelector("select")))
    .filter((select) => select.selectedIndex > 0)
    .map((select) => `${select.dataset.option}=${select.value}`);
  return chosen.length ? `${game}(${chosen.join(",")})` : game;
}

/**
 * A record, the link of a study, its text, or the text of a position.
 * @param {string} text
 * @param {Begin} begin
 */
function openText(text, begin) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return begin.open(ofRecord(trimmed.split("\n")[0]) ?? trimmed);
  if (trimmed.includes("#")) return void (location.hash = trimmed.slice(trimmed.indexOf("#")));
  if (/ \d \d+( [A-Z]\d+:\S+)?$| [*-]\d \d+/.test(trimmed) && !trimmed.includes("[")) return begin.start(trimmed);
  return begin.open(trimmed);
}

/**
 * The study that a record tells: its game with all options, its set-up, and its moves.
 * @param {string} line
 */
function ofRecord(line) {
  try {
    const { game, options, setup, moves } = JSON.parse(line);
    const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const start = setup ? ["[", setup, "]"] : [];
    return [chosen.length ? `${game}(${chosen.join(",")})` : game, ...start, ...moves].join(" ");
  } catch {
    return null;
  }
}
