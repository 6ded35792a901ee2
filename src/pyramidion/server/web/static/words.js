// @ts-check
// The texts of the page, from its catalogue, and elements made of them.

const RULINGS = / \(([A-Z]\d+(?:, [A-Z]\d+)*)\)/g;

/** @type {Record<string, string>} */
const catalogue = JSON.parse(at("texts").textContent ?? "{}");

/**
 * The element of the page with this id; it must be there.
 * @param {string} id
 */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element '${id}'.`);
  return found;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [words]
 */
export function say(key, words = {}) {
  return (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(words[name] ?? ""));
}

/**
 * An element with attributes and children; texts are never read as HTML, null is nothing.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Put children in place of those that were there; null is nothing.
 * @param {Element} element
 * @param {...(Node | string | null)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/**
 * Put buttons in place of those that were there; the keyboard stays on the one of the same name, or else beside it.
 * @param {Element} element
 * @param {...(HTMLElement | null)} buttons
 */
export function refill(element, ...buttons) {
  const [active, old] = [document.activeElement, [...element.children]];
  const place = active ? old.indexOf(active) : -1;
  fill(element, ...buttons);
  if (!active || place < 0) return;
  const usable = [...element.querySelectorAll("button:not(:disabled)")];
  const same = usable.find((each) => nameOf(each) === nameOf(active));
  const next = same ?? usable.find((each) => [...element.children].indexOf(each) >= place) ?? usable.at(-1);
  if (next instanceof HTMLElement) next.focus();
}

/** @param {Element} button */
const nameOf = (button) => button.getAttribute("aria-label") ?? button.textContent;

/**
 * @param {string} text
 * @param {(event: MouseEvent) => void} action
 * @param {Record<string, string | number | boolean | null>} [attributes]
 */
export function button(text, action, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", action);
  return made;
}

/**
 * What this browser remembers, or else the usual. A page inside another site's page may not be allowed to remember.
 * @param {string} name
 * @param {string} usual
 */
export function remembered(name, usual) {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    return usual;
  }
}

/**
 * A text whose rulings, such as (A9, A20), stand in small print at its end instead of inside its sentences.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function ruled(text) {
  const rules = [...text.matchAll(RULINGS)].flatMap(([, found]) => found.split(", "));
  const small = make("small", { class: "rulings" }, [...new Set(rules)].join(", "));
  return rules.length ? [text.replace(RULINGS, ""), " ", small] : [text];
}
