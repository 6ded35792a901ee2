// @ts-check
// How many kinds of marks the board shows at once.
import { at, remembered } from "./words.js";

export const MARKS = ["few", "all", "none"];

export const marksNow = () => {
  const marks = remembered("marks", MARKS[0]);
  return MARKS.includes(marks) ? marks : MARKS[0];
};

export function showMarks() {
  at("board").dataset.marks = marksNow();
}

/** @param {string} marks */
export function chooseMarks(marks) {
  localStorage.setItem("marks", marks);
  showMarks();
}
