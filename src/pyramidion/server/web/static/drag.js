// @ts-check
// Dragging: pieces follow the pointer, and remain where they are let go until the board is shown anew.

export const FAR = 6; // pixels; less than that is a click

/**
 * A pointer was pressed on something that can be taken up.
 * @param {PointerEvent} press
 * @param {number} scale pixels of the window for one unit of the picture
 * @param {() => SVGGraphicsElement[]} lift takes it up and says what follows the pointer
 * @param {(drop: PointerEvent) => void} put it is let go
 */
export function drag(press, scale, lift, put) {
  /** @type {SVGGraphicsElement[] | null} */
  let lifted = null;

  /** @param {PointerEvent} move */
  function moved(move) {
    const [x, y] = [move.clientX - press.clientX, move.clientY - press.clientY];
    if (!lifted && Math.hypot(x, y) > FAR) {
      lifted = lift();
      for (const piece of lifted) {
        piece.setAttribute("data-dragged", "");
        piece.parentNode?.append(piece);
      }
    }
    for (const piece of lifted ?? []) piece.style.translate = `${x / scale}px ${y / scale}px`;
  }

  /** @param {PointerEvent} drop */
  function dropped(drop) {
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", dropped);
    removeEventListener("pointercancel", dropped);
    if (lifted) put(drop);
  }

  addEventListener("pointermove", moved);
  addEventListener("pointerup", dropped);
  addEventListener("pointercancel", dropped);
}
