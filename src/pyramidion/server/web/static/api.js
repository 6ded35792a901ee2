// @ts-check
// Requests to the server. A refusal is thrown as an Error with the server's sentence.

import { say } from "./words.js";

/** @typedef {{detail?: string, title?: string, rule?: string}} Problem */

export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title || "refused");
    this.problem = problem;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [form]
 * @returns {Promise<any>} what the server answers, as data or as a text
 */
export async function ask(method, path, form) {
  const content = form && { body: JSON.stringify(form), headers: { "content-type": "application/json" } };
  const response = await fetch(path, { method, ...content }).catch(() => {
    throw new Refusal({ detail: say("table.offline") });
  });
  if (!response.ok) throw new Refusal(await problemOf(response));
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

/**
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
export async function problemOf(response) {
  try {
    return await response.json();
  } catch {
    return { detail: `${response.status}` };
  }
}

/** @param {string} path */
export const post = (path, form = {}) => ask("POST", path, form);

/** @param {string} path */
export const get = (path) => ask("GET", path);

export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));
