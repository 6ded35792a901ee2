// @ts-check
// Views and themes: which there are, and which are chosen.
import { remembered } from "./words.js";

export const VIEWS = ["diagram", "plan", "oblique"];
const SYSTEM = "system"; // dark or light, as the system is
export const THEMES = [SYSTEM, "light", "dark", "contrast", "safe"];

export const viewNow = () => {
  const view = remembered("view", VIEWS[0]);
  return VIEWS.includes(view) ? view : VIEWS[0];
};

// The theme that is shown, and what was chosen.
export const themeNow = () => document.documentElement.dataset.theme ?? "light";
export const themeChosen = () => remembered("theme", SYSTEM);

/** @param {string} theme */
export function chooseTheme(theme) {
  if (theme === SYSTEM) localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  document.dispatchEvent(new CustomEvent("theme-choice"));
}

/**
 * The arrangement of a board that suits the room for it.
 * @param {HTMLElement} room
 */
export const arrangementFor = (room) => (room.clientWidth >= room.clientHeight ? "wide" : "tall");
