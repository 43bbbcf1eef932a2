/**
 * One IMAP connection to a mailbox (RFC 3501, 2177, 6154), as far as the app needs it: mails are
 * listed, read, waited for and appended, but never flagged or removed.
 */
import type { Folder, KeptMail, Mailbox } from "../mailbox.ts";
import { type Command, readCommand, setHas, textOf, type Token } from "./command.ts";
import type { Wire } from "./wire.ts";

/** Negative reply to the client instead of `OK`. */
class Refusal extends Error {
  constructor(readonly status: "NO" | "BAD", text: string) {
    super(text);
  }
}

const capabilities = "IMAP4rev1 AUTH=PLAIN IDLE SPECIAL-USE";
const names: { name: string; folder: Folder; flags: string }[] = [
  { name: "INBOX", folder: "inbox", flags: "\\HasNoChildren" },
  { name: "Sent", folder: "sent", flags: "\\HasNoChildren \\Sent" },
];
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export class Session {
  #mailbox: Mailbox | undefined;
  #folder: Folder | undefined;
  /** Number of the folder's mails that the client was told of. */
  #known = 0;

  constructor(private readonly wire: Wire, private readonly mailboxes: readonly Mailbox[]) {}

  /** Serves commands until the client disconnects. */
  async run(): Promise<void> {
    await this.wire.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
    for (;;) {
      const command = await readCommand(this.wire);
      if (!command) return;
      await this.#answer(command);
      if (command.name === "LOGOUT") return;
    }
  }

  async #answer({ tag, name, args }: Command): Promise<void> {
    const act = Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
    let end = "OK done";
    try {
      if (!act) throw new Refusal("BAD", "not known here");
      if (!this.#mailbox && !beforeSignIn.includes(name)) throw new Refusal("NO", "sign in first");
      end = await act(args) ?? end;
      if (this.#folder) await this.#tellOfNew();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      end = `${error.status} ${error.message}`;
    }
    await this.wire.write(`${tag} ${end}\r\n`);
  }

  #commands: Record<string, (args: Token[]) => Promise<string | void>> = {
    CAPABILITY: () => this.wire.write(`* CAPABILITY ${capabilities}\r\n`),
    NOOP: () => Promise.resolve(),
    LOGOUT: () => this.wire.write("* BYE bye\r\n"),
    LOGIN: ([user, password]) => this.#signIn(textOf(user), textOf(password)),
    AUTHENTICATE: (args) => this.#authenticate(args),
    LIST: (args) => this.#list("LIST", args),
    LSUB: (args) => this.#list("LSUB", args),
    SELECT: (args) => this.#open(args),
    EXAMINE: (args) => this.#open(args),
    APPEND: (args) => this.#append(args),
    IDLE: () => this.#idle(),
    "UID SEARCH": (args) => this.#search(args),
    "UID FETCH": (args) => this.#fetch(args),
  };

  #signIn(user: string, password: string): Promise<void> {
    this.#mailbox = this.mailboxes.find(({ account }) =>
      account.address === user.toLowerCase() && account.password === password
    );
    if (!this.#mailbox) throw new Refusal("NO", "[AUTHENTICATIONFAILED] wrong name or password");
    return Promise.resolve();
  }

  /** RFC 4616. */
  async #authenticate([mechanism, initial]: Token[]): Promise<void> {
    if (textOf(mechanism).toUpperCase() !== "PLAIN") throw new Refusal("NO", "only PLAIN");
    if (initial === undefined) await this.wire.write("+ \r\n");
    const credentials = initial === undefined ? await this.wire.line() ?? "" : textOf(initial);
    if (!/^[A-Za-z\d+/]+=*$/.test(credentials)) throw new Refusal("BAD", "not base64");
    const [, user = "", password = ""] = atob(credentials).split("\0");
    await this.#signIn(user, password);
  }

  async #list(name: string, [, pattern]: Token[]): Promise<void> {
    const wanted = textOf(pattern).toUpperCase();
    if (wanted === "") return await this.wire.write(`* ${name} (\\Noselect) "/" ""\r\n`);
    const matches = names.filter((one) =>
      /^[*%]$/.test(wanted) || one.name.toUpperCase() === wanted
    );
    for (const { name: folder, flags } of matches) {
      await this.wire.write(`* ${name} (${flags}) "/" "${folder}"\r\n`);
    }
  }

  async #open([name]: Token[]): Promise<string> {
    this.#folder = undefined;
    this.#folder = folderOf(name);
    const mails = this.#mails();
    this.#known = mails.length;
    await this.wire.write(
      "* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS ()] none\r\n",
      `* ${mails.length} EXISTS\r\n* 0 RECENT\r\n`,
      `* OK [UIDVALIDITY ${this.#mailbox!.account.uidValidity}] stays\r\n`,
      `* OK [UIDNEXT ${this.#mailbox!.nextUid}] comes\r\n`,
    );
    return "OK [READ-ONLY] open";
  }

  async #append(args: Token[]): Promise<void> {
    const raw = args.at(-1);
    if (!(raw instanceof Uint8Array)) throw new Refusal("BAD", "no mail");
    const date = args.slice(1, -1).map(textOf).find((one) => /^[ \d]\d-\w{3}-\d{4} /.test(one));
    const at = date ? new Date(date.replace(/-/, " ").replace(/-/, " ")) : new Date();
    if (Number.isNaN(at.getTime())) throw new Refusal("BAD", "no date");
    await this.#mailbox!.add(folderOf(args[0]), raw, at);
  }

  /** Waits until `DONE`, or the end of the connection. */
  async #idle(): Promise<void> {
    const stop = this.#folder && this.#mailbox!.follow(this.#folder, () => {
      this.#tellOfNew().catch(() => {}); // the line that is waited for ends too
    });
    try {
      await this.wire.write("+ idling\r\n");
      if (this.#folder) await this.#tellOfNew();
      await this.wire.line();
    } finally {
      stop?.();
    }
  }

  async #search(args: Token[]): Promise<void> {
    const [key, date] = args.map(textOf);
    const since = key?.toUpperCase() === "SINCE"
      ? Date.parse(`${date?.replaceAll("-", " ")} UTC`)
      : 0;
    if (!/^(ALL|SINCE)$/i.test(key ?? "") || Number.isNaN(since)) {
      throw new Refusal("BAD", "ALL or SINCE");
    }
    const uids = this.#selected().filter(({ at }) => at.getTime() >= since).map(({ uid }) => uid);
    await this.wire.write(`* SEARCH${uids.map((uid) => ` ${uid}`).join("")}\r\n`);
  }

  async #fetch([set, ...rest]: Token[]): Promise<void> {
    const mails = this.#selected();
    const items = rest.map(textOf).filter((one) => !/^[()]$/.test(one));
    const isAsked = setHas(textOf(set), mails.at(-1)?.uid ?? 0);
    for (const [at, mail] of mails.entries()) {
      if (!isAsked(mail.uid)) continue;
      await this.wire.write(`* ${at + 1} FETCH (UID ${mail.uid}`);
      for (const item of items) await this.#item(item.toUpperCase(), mail);
      await this.wire.write(")\r\n");
    }
  }

  async #item(item: string, { uid, size, at }: KeptMail): Promise<void> {
    const body = /^BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?$/.exec(item);
    if (body) {
      const [, from, count] = body;
      const raw = await this.#mailbox!.read(this.#folder!, uid);
      const part = from === undefined
        ? raw
        : raw.subarray(Number(from), Number(from) + Number(count));
      const origin = from === undefined ? "" : `<${from}>`;
      await this.wire.write(` BODY[]${origin} {${part.length}}\r\n`, part);
    } else if (item === "FLAGS") await this.wire.write(" FLAGS ()");
    else if (item === "RFC822.SIZE") await this.wire.write(` RFC822.SIZE ${size}`);
    else if (item === "INTERNALDATE") await this.wire.write(` INTERNALDATE "${dateTime(at)}"`);
  }

  async #tellOfNew(): Promise<void> {
    const count = this.#mails().length;
    if (count === this.#known) return;
    this.#known = count;
    await this.wire.write(`* ${count} EXISTS\r\n`);
  }

  #selected(): readonly KeptMail[] {
    if (!this.#folder) throw new Refusal("BAD", "no folder is open");
    return this.#mails();
  }

  #mails(): readonly KeptMail[] {
    return this.#mailbox!.list(this.#folder!);
  }
}

const beforeSignIn = ["CAPABILITY", "NOOP", "LOGOUT", "LOGIN", "AUTHENTICATE"];

function folderOf(name: Token | undefined): Folder {
  const wanted = textOf(name).toUpperCase();
  const folder = names.find((one) => one.name.toUpperCase() === wanted);
  if (!folder) throw new Refusal("NO", "[NONEXISTENT] no such folder");
  return folder.folder;
}

function dateTime(at: Date): string {
  const [day, time] = at.toISOString().split("T") as [string, string];
  const [year, month, date] = day.split("-");
  return `${date}-${months[Number(month) - 1]}-${year} ${time.slice(0, 8)} +0000`;
}
