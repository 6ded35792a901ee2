// @ts-check
// Views and themes: which there are, and which are chosen.
import { remembered } from "./words.js";

export const VIEWS = ["diagram", "plan", "oblique"];
export const THEMES = ["light", "dark", "contrast", "safe"];

export const viewNow = () => {
  const view = remembered("view", VIEWS[0]);
  return VIEWS.includes(view) ? view : VIEWS[0];
};

export const themeNow = () => document.documentElement.dataset.theme ?? THEMES[0];

/** @param {string} theme */
export function chooseTheme(theme) {
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new CustomEvent("theme", { detail: theme }));
}

/**
 * The arrangement of a board that suits the room for it.
 * @param {HTMLElement} room
 */
export const arrangementFor = (room) => (room.clientWidth >= room.clientHeight ? "wide" : "tall");
