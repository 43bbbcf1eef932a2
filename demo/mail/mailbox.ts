import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Followers } from "../customer/followers.ts";

/** Folders of the company's mailbox; `delivered` holds its customers' mail, outside of it. */
export const folders = ["inbox", "sent", "delivered"] as const;
export type Folder = typeof folders[number];

export interface KeptMail {
  uid: number;
  size: number;
  at: Date;
}

export interface Owner {
  companyId: number;
  company: string;
  address: string;
}

interface MailboxAccount {
  address: string;
  password: string;
  uidValidity: number;
}

/** A company's mailbox: one immutable file for each mail. */
export class Mailbox {
  #next: number;
  #adding: Promise<unknown> = Promise.resolve();
  #followers = new Followers();

  private constructor(
    readonly owner: Owner,
    readonly account: MailboxAccount,
    private readonly dir: string,
    private readonly letters: Record<Folder, KeptMail[]>,
  ) {
    this.#next = Math.max(0, ...Object.values(letters).flat().map(({ uid }) => uid)) + 1;
  }

  /** Opens the existing mailbox, or creates one with the owner's address. */
  static async open(dir: string, owner: Owner): Promise<Mailbox> {
    const letters = { inbox: [], sent: [], delivered: [] } as Record<Folder, KeptMail[]>;
    for (const folder of folders) {
      await Deno.mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
      letters[folder] = await mailsIn(join(dir, folder));
    }
    const account = await keepKnown(join(dir, "mailbox.json"), owner.address);
    return new Mailbox({ ...owner, address: account.address }, account, dir, letters);
  }

  get nextUid(): number {
    return this.#next;
  }

  /** The oldest first. */
  list(folder: Folder): readonly KeptMail[] {
    return this.letters[folder];
  }

  async read(folder: Folder, uid: number): Promise<Uint8Array> {
    return await Deno.readFile(this.#path(folder, uid));
  }

  /** Stores a mail and notifies followers; one at a time, as UIDs must grow. */
  add(folder: Folder, raw: Uint8Array, at = new Date()): Promise<void> {
    const added = this.#adding.then(async () => {
      const uid = this.#next;
      const path = this.#path(folder, uid);
      await Deno.writeFile(`${path}.part`, raw, { mode: 0o600 });
      await Deno.utime(`${path}.part`, at, at);
      await Deno.rename(`${path}.part`, path);
      // UIDNEXT must not count a mail that is not stored yet.
      this.#next++;
      this.letters[folder].push({ uid, size: raw.length, at });
      this.#followers.tell(folder);
    });
    this.#adding = added.catch(() => {});
    return added;
  }

  follow(folder: Folder, tell: () => void): () => void {
    return this.#followers.follow(folder, tell);
  }

  #path(folder: Folder, uid: number): string {
    return join(this.dir, folder, `${uid}.eml`);
  }
}

async function mailsIn(dir: string): Promise<KeptMail[]> {
  const mails: KeptMail[] = [];
  for await (const { name } of Deno.readDir(dir)) {
    const uid = /^(\d+)\.eml$/.exec(name)?.[1];
    if (uid === undefined) continue;
    const { size, mtime } = await Deno.stat(join(dir, name));
    mails.push({ uid: Number(uid), size, at: mtime! });
  }
  return mails.sort((a, b) => a.uid - b.uid);
}

async function keepKnown(file: string, address: string): Promise<MailboxAccount> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const password = randomBytes(18).toString("base64url");
  const account = { address, password, uidValidity: Math.floor(Date.now() / 1000) };
  await Deno.writeTextFile(file, `${JSON.stringify(account)}\n`, { mode: 0o600 });
  return account;
}
