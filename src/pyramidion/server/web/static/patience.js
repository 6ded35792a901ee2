// @ts-check
// Work that a page waits for: it is busy meanwhile, and a failure is announced.
import { reasonOf } from "./api.js";
import { say } from "./words.js";

/**
 * A function that does some work while a page is marked as busy.
 * @param {HTMLElement} root
 * @param {{busy: boolean}} state
 * @param {(verdict: "wrong", text: string) => void} announce
 */
export function patience(root, state, announce) {
  /** @param {boolean} busy */
  function wait(busy) {
    state.busy = busy;
    if (busy) root.setAttribute("aria-busy", "true");
    else root.removeAttribute("aria-busy");
  }

  /** @param {() => Promise<void>} work */
  return async (work) => {
    wait(true);
    try {
      await work();
    } catch (error) {
      announce("wrong", say("table.failed", { reason: reasonOf(error) }));
    } finally {
      wait(false);
    }
  };
}
