// @ts-check
// Tabs beside the board, and on a phone the sheet that holds them.
import { root } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, say } from "./words.js";

const ALL = ["review", "moves", "notebook", "chat", "text", "info"];

/**
 * Show the tabs that there is something to see in.
 * @param {string[]} filled
 * @param {(tab: string) => void} [opened] is told which tab is shown
 */
export function showTabs(filled, opened) {
  const shown = ALL.filter((tab) => filled.includes(tab));
  if (at("tabs").dataset.shown === shown.join()) return;
  at("tabs").dataset.shown = shown.join();
  const tabs = shown.map((tab) =>
    button(say(`tab.${tab}`), () => open(tab, opened), {
      role: "tab",
      id: `tab-${tab}`,
      "aria-controls": `pane-${tab}`,
    }),
  );
  fill(at("tabs"), ...tabs);
  open(shown.includes(state.tab) ? state.tab : shown[0], opened);
}

/** @param {string} tab */
export const openTab = (tab) => document.getElementById(`tab-${tab}`)?.click();

/**
 * @param {string} wanted
 * @param {(tab: string) => void} [opened]
 */
function open(wanted, opened) {
  state.tab = wanted;
  for (const tab of ALL) at(`pane-${tab}`).hidden = tab !== wanted;
  for (const tab of at("tabs").children) {
    const chosen = tab.id === `tab-${wanted}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? "0" : "-1");
    if (chosen) tab.removeAttribute("data-news");
  }
  opened?.(wanted);
}

/**
 * There is something new in a tab.
 * @param {string} tab
 */
export function markTab(tab) {
  if (state.tab !== tab) document.getElementById(`tab-${tab}`)?.setAttribute("data-news", "");
}

at("tabs").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  event.preventDefault();
  event.stopPropagation();
  const tabs = /** @type {HTMLElement[]} */ ([...at("tabs").children]);
  const now = tabs.findIndex((tab) => tab === document.activeElement);
  const next = tabs[(now + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
  next.click();
  next.focus();
});

// On a phone a tap beside the sheet closes it.
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.closest("#panel, [data-more]")) return;
  root.removeAttribute("data-sheet");
});
document.addEventListener("keydown", ({ key }) => key === "Escape" && root.removeAttribute("data-sheet"));

export function switchSheet() {
  root.toggleAttribute("data-sheet");
  if (root.hasAttribute("data-sheet")) at(`tab-${state.tab}`).focus();
}
