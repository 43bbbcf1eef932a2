/** Mail between a company and its customers, seen from the customers' side. */
import type { Mail, MailFile } from "@/lib/channels/email/read/mail.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import type { Language } from "@/lib/words/language.ts";
import { compose, quotedBelow } from "./compose.ts";
import { longDate } from "./long_date.ts";
import type { Mailbox } from "./mailbox.ts";
import { deliver } from "./post.ts";
import { mailWords } from "./words.ts";

/** Mail as listed; its files and HTML are read on request. */
export interface CustomerLetter extends Omit<Mail, "files" | "html" | "leftOut"> {
  id: number;
  /** Whether a customer wrote it. */
  isOurs: boolean;
  files: { name: string; size: number }[];
  hasHtml: boolean;
}

/** Mail that cannot be parsed. */
export interface UnreadableLetter {
  id: number;
  isUnreadable: true;
}

interface Written {
  name: string;
  address: string;
  subject: string;
  text: string;
  files: File[];
  /** Id of the mail that is answered. */
  answers: number | undefined;
}

const perPage = 30;
const maxLetters = 500;

export class CustomerMail {
  #letters = new BoundedMap<number, CustomerLetter>(maxLetters);

  constructor(readonly mailbox: Mailbox) {}

  /** A page of all mails, newest first; the last page if there are fewer. */
  async list(page: number) {
    const all = [...this.mailbox.list("inbox"), ...this.mailbox.list("delivered")]
      .map(({ uid }) => uid).sort((a, b) => b - a);
    const number = Math.min(Math.max(1, page), Math.max(1, Math.ceil(all.length / perPage)));
    const ids = all.slice((number - 1) * perPage, number * perPage);
    const letters: (CustomerLetter | UnreadableLetter)[] = [];
    for (const id of ids) letters.push(await this.find(id) ?? { id, isUnreadable: true });
    return { letters, number, hasOlder: all.length > number * perPage };
  }

  /** @returns undefined if there is none, or it cannot be parsed */
  async find(id: number): Promise<CustomerLetter | undefined> {
    const cached = this.#letters.get(id);
    if (cached) return cached;
    const stored = await this.#read(id).catch(() => undefined);
    if (!stored) return undefined;
    const { mail: { files, html, leftOut: _, ...mail }, isOurs } = stored;
    const named = files.map(({ name, bytes }) => ({ name, size: bytes.length }));
    const letter = { ...mail, id, isOurs, files: named, hasHtml: html !== null };
    this.#letters.set(id, letter);
    return letter;
  }

  async file(id: number, at: number): Promise<MailFile | undefined> {
    return (await this.#read(id).catch(() => undefined))?.mail.files[at];
  }

  async html(id: number): Promise<string | null> {
    return (await this.#read(id).catch(() => undefined))?.mail.html ?? null;
  }

  /** Sends a customer's mail to the company, with the answered mail quoted below. */
  async write({ name, address, answers, ...message }: Written, language: Language): Promise<void> {
    const { owner, account } = this.mailbox;
    const answered = answers === undefined ? undefined : await this.find(answers);
    const files = await Promise.all(message.files.map(async (file) => ({
      name: file.name,
      type: file.type,
      bytes: await file.bytes(),
    })));
    const raw = await compose({
      from: { name, address },
      to: { name: owner.company, address: account.address },
      subject: message.subject,
      text: message.text + (answered ? below(answered, language) : ""),
      files,
      references: answered?.messageId ? [...answered.references, answered.messageId] : [],
    });
    await deliver(this.mailbox, raw);
  }

  /** Calls back on each new mail. @returns a function that unsubscribes */
  follow(tell: () => void): () => void {
    const stops = (["inbox", "delivered"] as const).map((one) => this.mailbox.follow(one, tell));
    return () => stops.forEach((stop) => stop());
  }

  async #read(id: number): Promise<{ mail: Mail; isOurs: boolean } | undefined> {
    const folder = (["inbox", "delivered"] as const)
      .find((one) => this.mailbox.list(one).some(({ uid }) => uid === id));
    if (!folder) return undefined;
    const raw = await this.mailbox.read(folder, id);
    // Customers have no own address: no mail of the company counts as theirs.
    const mail = await readMail(raw, { ownAddress: null, authservId: null });
    return { mail, isOurs: folder === "inbox" };
  }
}

function below({ from, date, text, quoted }: CustomerLetter, language: Language): string {
  const who = from?.name ? `${from.name} <${from.address}>` : from?.address ?? "";
  const whole = quoted ? `${text}\n\n${quoted}` : text;
  return quotedBelow(
    whole,
    mailWords.introduction(longDate(date ?? new Date(), language), who)[language],
  );
}
