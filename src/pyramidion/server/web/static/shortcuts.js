// @ts-check
// Keys for everything: arrows step through the game, letters are tools.
import { openKeyboard } from "./keyboard.js";
import { state } from "./state.js";
import { at } from "./words.js";

const TYPING = "input, select, textarea";
const BUSY = "#board [tabindex], [role=tablist], dialog, .moves";

/** @param {import("./types.js").Actions} actions */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches(TYPING)) return;
    if (step(target, key, actions)) event.preventDefault();
    else if (!target.closest("dialog")) press(key);
  });
}

/**
 * Step through the game; on the board and in lists the arrows have their own meaning.
 * @param {Element} target
 * @param {string} key
 * @param {import("./types.js").Actions} actions
 */
function step(target, key, { look }) {
  const { table, past } = state;
  if (!table || (key.length > 1 && target.closest(BUSY))) return false;
  const now = past ?? table.ply;
  const ply = { ArrowLeft: now - 1, ArrowRight: now + 1, ",": now - 1, ".": now + 1, Home: 0, End: table.ply }[key];
  if (ply === undefined) return false;
  if (ply !== now && ply >= 0 && ply <= table.ply) look(ply);
  return true;
}

/** @param {string} key */
function press(key) {
  if (key === "?") openKeyboard();
  else if (key === "t") at("tab-text").click();
  else
    at("tools")
      .querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)
      ?.dispatchEvent(new MouseEvent("click"));
}
