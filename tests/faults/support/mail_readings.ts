/** What two readers say of a mail, in one form. */
import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { simpleParser } from "mailparser";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import { deadline } from "../../support/wait.ts";

export interface Reading {
  sender: string;
  subject: string;
  text: string;
  /** Those of no name have an empty one. */
  files: { name: string; size: number; digest: string }[];
}

export function readingOf({ text, mail }: Inbound): Reading {
  const { origin, subject, quoted, parts, leftOut } = mail!;
  const files = parts.map(({ name, bytes }) => fileOf(name, bytes));
  const rest = leftOut.map(({ name, size }) => ({ name: named(name), size, digest: "" }));
  return {
    sender: senderOf(origin.from?.name, origin.from?.address),
    subject: subject ?? "",
    text: `${text}\n${quoted ?? ""}`,
    files: [...files, ...rest],
  };
}

interface Parsed {
  from?: { value: { name?: string; address?: string }[] };
  subject?: string;
  text?: string;
  attachments: { filename?: string; content: Uint8Array }[];
}

const patienceMs = 30_000;

export async function theirReading(raw: Uint8Array): Promise<Reading> {
  const parsing = simpleParser(Buffer.from(raw), {
    ...{ skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true },
  }) as Promise<Parsed>;
  const { from, subject, text, attachments } = await deadline(parsing, patienceMs, "mailparser");
  const [first] = from?.value ?? [];
  return {
    sender: senderOf(first?.name, first?.address),
    subject: subject ?? "",
    text: text ?? "",
    files: attachments.map(({ filename, content }) => fileOf(filename ?? "", content)),
  };
}

function senderOf(name: string | null | undefined, address: string | null | undefined): string {
  return `${name ?? ""} <${address?.toLowerCase() ?? ""}>`.trim();
}

function fileOf(name: string, bytes: Uint8Array) {
  const digest = createHash("sha256").update(bytes).digest("hex");
  return { name: named(name), size: bytes.length, digest };
}

function named(name: string): string {
  return /^file-\d{1,5}(?:\.\w{1,5})?$/.test(name) ? "" : name;
}
