// @ts-check
// Why a click led to no move: said beside the place, above or below it, for as long as it takes to read.
import { at, fill, ruled } from "./words.js";

const GAP = 8;
const READING = 18; // milliseconds for a letter
const LEAST = 1200;

/** @type {{timer: ReturnType<typeof setTimeout> | undefined, presses: number}} */
const shown = { timer: undefined, presses: 0 };

// How often something was pressed: what was refused before the last time need not be told any more.
export const presses = () => shown.presses;

/**
 * @param {Element} place
 * @param {string} text
 */
export function refuse(place, text) {
  const note = at("refusal");
  fill(note, ...ruled(text));
  note.hidden = false;
  const [box, stage] = [place.getBoundingClientRect(), (note.offsetParent ?? document.body).getBoundingClientRect()];
  const left = box.x + box.width / 2 - stage.x - note.offsetWidth / 2;
  note.style.left = `${Math.max(4, Math.min(left, stage.width - note.offsetWidth - 4))}px`;
  const above = box.y - stage.y - note.offsetHeight - GAP;
  note.style.top = `${above >= 0 ? above : Math.min(box.bottom - stage.y + GAP, stage.height - note.offsetHeight)}px`;
  place.setAttribute("data-refused", "");
  clearTimeout(shown.timer);
  shown.timer = setTimeout(forget, LEAST + READING * text.length);
}

export function forget() {
  shown.presses++;
  clearTimeout(shown.timer);
  document.querySelector("[data-refused]")?.removeAttribute("data-refused");
  at("refusal").hidden = true;
}

// Whatever is pressed next, it has been read.
document.addEventListener("pointerdown", forget);
document.addEventListener("keydown", forget, true);
