/**
 * The program of an account: a chat on a company's site, in few lines. It brings what a customer
 * writes, and takes what the company answers. It forgets when the demo stops; Relevo does not.
 */
import { Webhook } from "standardwebhooks";
import { Followers } from "../customer/followers.ts";
import type { ChatAccount } from "./accounts.ts";

export interface Line {
  isOurs: boolean;
  by: string;
  text: string;
  files: { name: string; size: number; type?: string; url?: string }[];
  at: Date;
  /** Id of a company's line until its `read` receipt is sent. */
  messageId?: number;
}

interface ChatMessage {
  text: string;
  files: File[];
}

/** Body of a callback (docs/api/channels.md). */
interface Outgoing {
  test?: true;
  messageId: number;
  to: { id: string | null };
  text: string;
  files: { name: string; size: number; type: string; url: string }[];
  sentBy: string;
}

const mostCustomers = 200;
const mostLines = 200;

export class Chat {
  #threads = new Map<string, Line[]>();
  #taken = new Set<string>();
  #followers = new Followers();
  #webhook: Webhook;

  /** @param appUrl origin of the app */
  constructor(readonly account: ChatAccount, private readonly appUrl: string) {
    this.#webhook = new Webhook(account.secret);
  }

  /** Lines of a customer's thread; sends the `read` receipts. */
  async read(name: string): Promise<readonly Line[]> {
    const lines = this.#threads.get(idOf(name)) ?? [];
    for (const line of lines) {
      if (line.messageId === undefined) continue;
      const { messageId } = line;
      line.messageId = undefined;
      await this.#report(messageId, "read");
    }
    return lines;
  }

  /**
   * A customer writes.
   * @returns what the app said against it, in their language
   * @throws TypeError the app does not answer
   */
  async write(
    name: string,
    { text, files }: ChatMessage,
    language: string,
  ): Promise<string | undefined> {
    const ids: string[] = [];
    for (const file of files) {
      const path = `/api/files?name=${encodeURIComponent(file.name)}`;
      const { error, data } = await this.#call(path, file, language);
      if (error) return error;
      ids.push(data.id);
    }
    const { error } = await this.#call("/api/messages", {
      channelId: this.account.channelId,
      externalId: crypto.randomUUID(),
      from: { id: idOf(name), name },
      text,
      files: ids,
    }, language);
    if (error) return error;
    const attachments = files.map(({ name, size }) => ({ name, size }));
    this.#add(idOf(name), { isOurs: true, by: name, text, files: attachments, at: new Date() });
  }

  /** The company writes. @returns the status to answer with */
  take(body: string, headers: Record<string, string>): number {
    let message: Outgoing;
    try {
      message = this.#webhook.verify(body, headers) as Outgoing;
    } catch {
      return 401;
    }
    if (message.test) return 204;
    const { to, text, files, sentBy: by, messageId } = message;
    // Nobody here has that id, and nobody will.
    if (to.id === null) return 410;
    const id = headers["webhook-id"]!;
    if (!this.#taken.has(id)) {
      this.#taken.add(id);
      this.#add(to.id, { isOurs: false, by, text, files, at: new Date(), messageId });
    }
    return 204;
  }

  /** Calls back when there is something new for the customer. */
  follow(name: string, tell: () => void): () => void {
    return this.#followers.follow(idOf(name), tell);
  }

  #add(id: string, line: Line): void {
    const lines = [...this.#threads.get(id) ?? [], line].slice(-mostLines);
    // Set anew, so that the first is whoever has been silent for longest.
    this.#threads.delete(id);
    this.#threads.set(id, lines);
    const [oldest] = this.#threads.keys();
    if (this.#threads.size > mostCustomers) this.#threads.delete(oldest!);
    this.#followers.tell(id);
  }

  async #report(messageId: number, status: string): Promise<void> {
    // A lost receipt must not keep the customer from reading.
    await this.#call(`/api/messages/${messageId}/status`, { status }, "en").catch(() => {});
  }

  async #call(path: string, body: object, language: string) {
    const isFile = body instanceof File;
    const answer = await fetch(this.appUrl + path, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${this.account.key}`,
        "Content-Type": isFile ? "application/octet-stream" : "application/json",
        "Accept-Language": language,
      },
      body: isFile ? body : JSON.stringify(body),
    });
    const { success, error, data } = await answer.json();
    return success ? { data } : { error: error as string };
  }
}

/** The same name is the same customer. */
function idOf(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLocaleLowerCase("es");
}
