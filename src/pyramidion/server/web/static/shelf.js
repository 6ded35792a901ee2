// @ts-check
// The studies that this browser keeps, by name.
import { randomId } from "./api.js";
import { desk, fragment } from "./desk.js";
import { at, button, fill, make, remembered, say } from "./words.js";

const STUDIES = "studies";
const MOST = 100;

/** @typedef {{id: string, name: string, game: string, address: string, changed: number}} Kept */

/** @returns {Kept[]} */
function all() {
  try {
    const found = JSON.parse(remembered(STUDIES, "[]"));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} studies */
function store(studies) {
  localStorage.setItem(STUDIES, JSON.stringify(studies.slice(0, MOST)));
}

/**
 * Keep the study under a name.
 * @param {string} name
 */
export function keep(name) {
  desk.kept ||= randomId();
  put(name);
  showShelf();
}

// A study that is kept changes with what is done to it.
export function keepUp() {
  const known = all().find(({ id }) => id === desk.kept);
  if (known) put(known.name);
  else desk.kept = "";
}

/** @param {string} name */
function put(name) {
  const study = { id: desk.kept, name, game: desk.study?.game.title ?? "", address: fragment(), changed: Date.now() };
  store([study, ...all().filter(({ id }) => id !== desk.kept)]);
}

/** @param {string} id */
function forget(id) {
  store(all().filter((each) => each.id !== id));
  if (desk.kept === id) desk.kept = "";
  showShelf();
}

/** @param {string} address */
export const keptAs = (address) => all().find((each) => each.address === address)?.id ?? "";

export const keptName = () => all().find(({ id }) => id === desk.kept)?.name ?? "";

export function showShelf() {
  const studies = all();
  const items = studies.map(({ id, name, game, address, changed }) => {
    const open = make("a", { href: `/study#${address}` }, name);
    const about = make("span", { class: "faint" }, `${game}, ${new Date(changed).toLocaleDateString()}`);
    return make(
      "li",
      {},
      open,
      about,
      button(say("study.remove"), () => forget(id), { "aria-label": say("study.remove.name", { name }) }),
    );
  });
  fill(at("mine"), ...items);
  at("mine-none").hidden = studies.length > 0;
}
