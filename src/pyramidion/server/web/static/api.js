// Requests to the server. A refusal is thrown as an Error with the server's sentence.
export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || "refused");
    this.problem = problem;
  }
}

export async function ask(method, path, form) {
  const wishes = { method, headers: {} };
  if (form !== undefined) {
    wishes.headers["content-type"] = "application/json";
    wishes.body = JSON.stringify(form);
  }
  const response = await fetch(path, wishes);
  if (!response.ok) {
    let problem = {};
    try {
      problem = await response.json();
    } catch {
      problem = { detail: `${response.status}` };
    }
    throw new Refusal(problem);
  }
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

export const post = (path, form = {}) => ask("POST", path, form);
export const get = (path) => ask("GET", path);

// Hexadecimal digits that only this browser has drawn: its part in the dice.
export function contribution() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function randomId() {
  return contribution().slice(0, 24);
}
