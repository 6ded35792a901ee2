// @ts-check
// Any record, reviewed: chosen as a file or pasted, replayed by the server, then shown as it gets better.
import { get, post, reasonOf } from "./api.js";
import { at, fill, make, say } from "./words.js";

const PAUSE = 250; // milliseconds between two looks
const MOST = 500_000; // bytes of a file
const file = /** @type {HTMLInputElement} */ (at("file"));
const record = /** @type {HTMLTextAreaElement} */ (at("record"));
const start = /** @type {HTMLButtonElement} */ (at("start"));
const bar = /** @type {HTMLProgressElement} */ (at("bar"));
const full = /** @type {HTMLAnchorElement} */ (at("full"));

/** @param {string} text */
const notice = (text) => (at("notice").textContent = text);

/** The first record of what was chosen or pasted. */
async function wanted() {
  const chosen = file.files?.[0];
  const text = chosen ? await chosen.slice(0, MOST).text() : record.value;
  const line = text.split("\n").find((each) => each.trim());
  if (!line) throw new Error(say("review.none"));
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(say("review.broken"));
  }
}

/** @param {SubmitEvent} event */
async function begin(event) {
  event.preventDefault();
  start.disabled = true;
  full.hidden = true;
  notice("");
  try {
    let found = await post("/api/reviews", { record: await wanted() });
    at("run").hidden = false;
    show(found);
    while (found.status === "running") {
      await new Promise((done) => setTimeout(done, PAUSE));
      found = await get(`/api/reviews/${found.id}?after=${found.version}`);
      show(found);
    }
  } catch (error) {
    notice(reasonOf(error));
  }
  start.disabled = false;
}

/** @param {import("./review_types.js").ReviewData} review */
function show({ id, status, done, total, effort, outline, found }) {
  bar.max = total || 1;
  bar.value = done;
  bar.hidden = status !== "running";
  at("far").textContent = status === "running" ? say(effort ? "review.deeper" : "review.first", { done, total }) : "";
  full.hidden = status !== "done";
  full.href = `/review/${id}`;
  if (!found && !outline) return;
  const graph = make("div", { class: "card" });
  graph.innerHTML = found?.graph ?? outline; // made by our server, from numbers
  fill(at("found"), graph, make("ul", {}, ...(found?.summary ?? []).map((says) => make("li", {}, says))));
}

at("wishes").addEventListener("submit", begin);
