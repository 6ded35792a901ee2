// What every part of the page of a table works with.
import { button, say } from "./words.js";

export const root = document.getElementById("table");
export const id = root.dataset.table;
export const at = (name) => document.getElementById(name);
export const api = (path) => `/api/tables/${id}${path}`;
export const remembered = (name, usual) => localStorage.getItem(name) ?? usual;

// How it stands, without what is to be done, how it ended, and what only helps.
export const notesOf = (board) => (board?.notes ?? []).filter((note) => !["status", "over", "help"].includes(note.kind));

export async function trying(work) {
  try {
    await work();
  } catch (error) {
    complain(error.problem?.rule ? `${error.message} (${error.problem.rule})` : error.message);
  }
}

// Something that should not be missed; it stays until it is clicked, or for some time.
export function announce(text, milliseconds = null, calm = false) {
  const banner = at("banner");
  banner.textContent = text;
  banner.hidden = false;
  banner.classList.toggle("calm", calm);
  clearTimeout(announce.timer);
  if (milliseconds) announce.timer = setTimeout(() => (banner.hidden = true), milliseconds);
}

export const complain = (reason) => announce(reason, 6000);
export const inform = (text) => announce(text, 12000, true);

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
