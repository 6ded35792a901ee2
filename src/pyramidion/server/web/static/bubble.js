// @ts-check
// A bubble beside something on the board, as far as the window has room for it.

const GAP = 6;

/**
 * @param {HTMLElement} bubble
 * @param {Element} anchor
 * @param {HTMLElement[]} content
 */
export function openAt(bubble, anchor, content) {
  bubble.replaceChildren(...content);
  bubble.hidden = false;
  const box = anchor.getBoundingClientRect();
  const stage = (bubble.offsetParent ?? document.body).getBoundingClientRect();
  const left = box.x + box.width / 2 - stage.x - bubble.offsetWidth / 2;
  bubble.style.left = `${Math.max(4, Math.min(left, stage.width - bubble.offsetWidth - 4))}px`;
  const lowest = innerHeight - stage.y - bubble.offsetHeight - 8;
  bubble.style.top = `${Math.max(4 - stage.y, Math.min(box.y + box.height - stage.y + GAP, lowest))}px`;
  bubble.querySelector("button")?.focus();
}
