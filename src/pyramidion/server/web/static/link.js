// @ts-check
// The live connection to a table: tells what happens, and heals itself when it breaks.
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const QUIET = 25000;

export class Link {
  /**
   * @param {string} table its id
   * @param {Record<string, string>} wishes how the board is to be shown
   * @param {(message: import("./types.js").Message) => void} tell gets every message
   * @param {(stands: boolean) => void} changed is told whether the connection stands
   */
  constructor(table, wishes, tell, changed) {
    this.table = table;
    this.wishes = wishes;
    this.tell = tell;
    this.changed = changed;
    this.number = -1;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.pulse = 0;
    addEventListener("online", () => this.open());
    this.open();
  }

  /**
   * Show another view of the table, starting from its whole state.
   * @param {Record<string, string>} [wishes]
   */
  again(wishes = {}) {
    this.wishes = { ...this.wishes, ...wishes };
    this.number = -1;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.socket?.close();
    const query = new URLSearchParams(this.wishes);
    if (this.number >= 0) query.set("after", String(this.number));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.heard(JSON.parse(event.data));
    socket.onopen = () => this.socket === socket && this.stands(socket);
    socket.onclose = () => this.socket === socket && this.broke();
  }

  /** @param {WebSocket} socket */
  stands(socket) {
    this.wait = FIRST_WAIT;
    this.changed(true);
    clearInterval(this.pulse);
    this.pulse = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), QUIET);
  }

  broke() {
    this.changed(false);
    clearInterval(this.pulse);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** @param {import("./types.js").Message | {type: "pong"}} message */
  heard(message) {
    if (message.type === "table" || message.type === "update") this.number = message.number;
    if (message.type !== "pong") this.tell(message);
  }
}
