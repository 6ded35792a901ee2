// @ts-check
// The goal of the game, in a sentence and a picture.
import { at } from "./words.js";

const sheet = /** @type {HTMLDialogElement} */ (at("aim"));
sheet.addEventListener("click", ({ target }) => {
  if (target === sheet || (target instanceof Element && target.closest("[data-close]"))) sheet.close();
});

export function openGoal() {
  sheet.showModal();
}
