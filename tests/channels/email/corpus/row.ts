/** Mails of our own making, one of each kind: how it is written, and what must come of it. */
import type { AutomaticKind } from "@/lib/channels/email/read/mail.ts";
import { own } from "../mails.ts";

export type Outcome = "message" | "out" | "problem" | AutomaticKind;

export interface Row {
  /** As it is written; by default a person of that mail alone. */
  from?: string;
  /** Fields above the usual ones, and instead of those of the same names. */
  head?: (string | Uint8Array)[];
  /** Usual fields that it has not. */
  without?: string[];
  /** Lines of a text end as those of mails do; bytes stay. */
  body?: string | Uint8Array;
  /** All of it, instead of the above. */
  raw?: (address: string) => string | Uint8Array;
  /** `out`: a message that the company sent; else a kind of automatic mail. */
  as?: Outcome;
  sender?: [name: string | null, address: string] | null;
  subject?: string | null;
  text?: string;
  quoted?: string | null;
  /** Each character is a byte. */
  files?: [name: string, bytes: string | Uint8Array][];
  leftOut?: [name: string, reason: string][];
  /** Some of what the API says of a mail. */
  facts?: Record<string, unknown>;
  /** Some of the invitation. */
  invitation?: Record<string, unknown>;
  /** Of a problem. */
  details?: RegExp;
}

export type Table = Record<string, Row>;

export interface CorpusMail extends Omit<Row, "from" | "head" | "without" | "body" | "raw"> {
  name: string;
  raw: Uint8Array;
  as: Outcome;
  subject: string | null;
}

const usualName = "Ana Ruiz";
const usualSubject = "Una puerta que no cierra";
const usualText = "¿Reparáis puertas?";

export function mailsOf(room: string, table: Table): CorpusMail[] {
  return Object.entries(table).map(([name, row], at) => {
    const address = `${room}${at + 1}@cliente.example`;
    const isUsual = row.body === undefined && !row.raw;
    return {
      ...{ as: "message", sender: [usualName, address], subject: usualSubject, quoted: null },
      ...{ text: isUsual ? usualText : "Hola", files: [], leftOut: [] },
      ...row,
      name: `${room}: ${name}`,
      raw: rawOf(row, address),
    };
  });
}

function rawOf({ raw, head = [], without = [], from, body = usualText }: Row, address: string) {
  if (raw) return toBytes(raw(address));
  const names = new Set([...head.map(nameOf), ...without.map((name) => name.toLowerCase())]);
  const usual = [
    `From: ${from ?? `${usualName} <${address}>`}`,
    `To: Taller <${own}>`,
    `Subject: ${usualSubject}`,
    "Date: Tue, 24 Nov 2026 10:00:00 +0100",
    `Message-ID: <corpus-${address}>`,
    "Content-Type: text/plain; charset=utf-8",
  ].filter((field) => !names.has(nameOf(field)));
  const fields = [...head, ...usual].flatMap((field) => [crlf(field), "\r\n"]);
  return whole(...fields, "\r\n", crlf(body));
}

function nameOf(field: string | Uint8Array): string {
  const text = typeof field === "string" ? field : new TextDecoder("latin1").decode(field);
  return text.slice(0, Math.max(0, text.indexOf(":"))).trim().toLowerCase();
}

function crlf(text: string | Uint8Array): string | Uint8Array {
  return typeof text === "string" ? text.replace(/\r?\n/g, "\r\n") : text;
}

/** Of text its bytes in UTF-8. */
export function whole(...pieces: (string | Uint8Array)[]): Uint8Array {
  const all = pieces.map(toBytes);
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function toBytes(piece: string | Uint8Array): Uint8Array {
  return typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
}

/** Each character is a byte. */
export function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function base64(bytes: string | Uint8Array, width = 76): string {
  const text = (typeof bytes === "string" ? latin(bytes) : bytes).toBase64();
  return text.replace(new RegExp(`.{${width}}(?=.)`, "g"), "$&\n");
}

/** Head and body of a mail of several parts. */
export function parts(kind: string, all: string[], boundary = "b"): Pick<Row, "head" | "body"> {
  return {
    head: ["MIME-Version: 1.0", `Content-Type: multipart/${kind}; boundary="${boundary}"`],
    body: [...all.map((part) => `--${boundary}\n${part}`), `--${boundary}--`, ""].join("\n"),
  };
}

/** A part that is made of parts. */
export function nested(kind: string, all: string[], boundary: string): string {
  const { body } = parts(kind, all, boundary);
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${body}`;
}

export const hello = "Content-Type: text/plain; charset=utf-8\n\nHola";
export const helloHtml = "Content-Type: text/html; charset=utf-8\n\n<p>Hola</p>";

/** An attachment, whose file name stands as the parameters say. */
export function attached(
  params: string,
  bytes: string | Uint8Array,
  type = "application/octet-stream",
): string {
  return `Content-Type: ${type}\nContent-Disposition: attachment; ${params}\n` +
    `Content-Transfer-Encoding: base64\n\n${base64(bytes)}`;
}
