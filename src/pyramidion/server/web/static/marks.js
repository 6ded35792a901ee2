// @ts-check
// How many kinds of marks the board shows at once.
import { at, remembered } from "./words.js";

export const MARKS = ["few", "all", "none"];

export const marksNow = () => {
  const marks = remembered("marks", MARKS[0]);
  return MARKS.includes(marks) ? marks : MARKS[0];
};

// A tip about the game may speak of any of them.
export function showMarks() {
  const [board, marks] = [at("board"), marksNow()];
  board.dataset.marks = marks === "few" && board.closest('[data-coach="tip"]') ? "all" : marks;
}

/** @param {string} marks */
export function chooseMarks(marks) {
  localStorage.setItem("marks", marks);
  showMarks();
}
