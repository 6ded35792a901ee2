// What every part of the page of a table works with.
import { button, say } from "./words.js";

export const root = document.getElementById("table");
export const id = root.dataset.table;
export const at = (name) => document.getElementById(name);
export const api = (path) => `/api/tables/${id}${path}`;
export const remembered = (name, usual) => localStorage.getItem(name) ?? usual;

export async function trying(work) {
  try {
    await work();
  } catch (error) {
    complain(error.problem?.rule ? `${error.message} (${error.problem.rule})` : error.message);
  }
}

export function complain(reason, milliseconds = 6000) {
  const banner = at("banner");
  banner.textContent = reason;
  banner.hidden = false;
  banner.classList.remove("calm");
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (banner.hidden = true), milliseconds);
}

// Something that is no problem, but should not be missed.
export function inform(text) {
  complain(text, 12000);
  at("banner").classList.add("calm");
}

// A button that copies the address of what is shown.
export function copier(text, field = null) {
  const copy = button(text, async () => {
    field?.select();
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      if (!field || !document.execCommand("copy")) return complain(location.href);
    }
    copy.textContent = say("table.copied");
  });
  return copy;
}
