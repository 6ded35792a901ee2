// The live connection to a table: tells what happens, and heals itself when it breaks.
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const QUIET = 25000;

export class Link {
  // `tell` gets every message; `changed` is told whether the connection stands.
  constructor(table, wishes, tell, changed) {
    this.table = table;
    this.wishes = wishes;
    this.tell = tell;
    this.changed = changed;
    this.number = -1;
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.open());
    this.open();
  }

  // Another view of the table is wanted: begin from its whole.
  again(wishes) {
    this.wishes = { ...this.wishes, ...wishes };
    this.number = -1;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.socket?.close();
    const query = new URLSearchParams(this.wishes);
    if (this.number >= 0) query.set("after", this.number);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.heard(JSON.parse(event.data));
    socket.onopen = () => this.socket === socket && this.stands();
    socket.onclose = () => this.socket === socket && this.broke();
  }

  stands() {
    this.wait = FIRST_WAIT;
    this.changed(true);
    clearInterval(this.pulse);
    this.pulse = setInterval(() => this.socket.readyState === WebSocket.OPEN && this.socket.send("ping"), QUIET);
  }

  broke() {
    this.changed(false);
    clearInterval(this.pulse);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  heard(message) {
    if (message.type === "table" || message.type === "update") this.number = message.number;
    if (message.type !== "pong") this.tell(message);
  }
}
