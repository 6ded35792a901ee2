// The texts of the page, from its catalogue.
const catalogue = JSON.parse(document.getElementById("texts").textContent);

export function say(key, words = {}) {
  return (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => words[name] ?? "");
}

// An element with attributes and children; texts are never read as HTML.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

// Put children in place of those that were there; null is nothing.
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child != null));
}

export function button(text, action, attributes = {}) {
  return make("button", { type: "button", onclick: action, ...attributes }, text);
}
