// @ts-check
// The outcomes of chance: rolled by their weights, or chosen.
import { toldSeat, worth } from "./chances.js";
import { at, button, make, say } from "./words.js";

const FEW = 12; // outcomes that have a button each

/** @typedef {{move: string, share: number}[]} Chances */
/** @typedef {(move: string) => void} Play */

/**
 * @param {Chances} chances
 * @param {Play} play
 */
export function showOutcomes(chances, play) {
  if (!chances.length) return [];
  const first = button(say("study.roll"), () => roll(chances, play), { class: "main" });
  const named = chances.map(({ move, share }) => ({ move, text: `${move} (${Math.round(1000 * share) / 10}%)` }));
  if (chances.length <= FEW) {
    return [first, ...named.map(({ move, text }) => button(text, () => play(move), { "data-outcome": move }))];
  }
  const options = named.map(({ move, text }) => make("option", { value: move, "data-outcome": move }, text));
  const none = make("option", { value: "" }, say("study.outcome"));
  const select = make("select", { "aria-label": say("study.outcome") }, none, ...options);
  select.addEventListener("change", () => select.value && play(select.value));
  return [first, select];
}

/**
 * @param {Chances} chances
 * @param {Play} play
 */
export function roll(chances, play) {
  let left = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
  const picked = chances.find(({ share }) => (left -= share) < 0) ?? chances.at(-1);
  if (picked) play(picked.move);
}

/**
 * Write beside each outcome what it is worth.
 * @param {import("./types.js").GrowingLines} found
 * @param {import("./types.js").Side[]} sides
 */
export function showWorths({ lines, seat }, sides) {
  const told = toldSeat(sides, seat);
  for (const { move, results, exact } of lines) {
    const node = at("choices").querySelector(`[data-outcome="${CSS.escape(move)}"]`);
    node?.append(make("small", {}, ` → ${sides[told].title} ${worth(results, exact, sides, told)}`));
  }
}
