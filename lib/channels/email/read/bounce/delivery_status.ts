import { cleanAddress, cleanLine } from "@/lib/channels/email/read/headers.ts";
import type { Bounced } from "@/lib/channels/email/read/mail.ts";

/** Fields of a report on what became of a mail (RFC 3464), as servers really write them. */

export const longestReason = 300;

export type Fields = Map<string, string>;

export function readDeliveryStatus(text: string): Bounced[] {
  return whole(blocksOf(text)).map(toRecipient).filter((one) => one !== undefined);
}

const recipientFields = ["original-recipient", "final-recipient", "x-actual-recipient"];

/** Joins what a stray blank line has split: fields that name nobody go on with those above. */
function whole(blocks: readonly Fields[]): Fields[] {
  const recipients: Fields[] = [];
  for (const block of blocks) {
    const last = recipients.at(-1);
    const isNamed = recipientFields.some((name) => block.has(name));
    if (isNamed || !last || last.has("action") || last.has("status")) recipients.push(block);
    else for (const [name, value] of block) if (!last.has(name)) last.set(name, value);
  }
  return recipients;
}

const actions = ["failed", "delayed", "delivered"] as const;

function toRecipient(fields: Fields): Bounced | undefined {
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0] ?? null;
  const reason = cleanLine(afterType(fields.get("diagnostic-code")) ?? "", longestReason);
  const action = actionOf(fields, status ?? reason);
  if (!action) return undefined;
  const addresses = recipientFields.map((name) => addressIn(fields.get(name)));
  return { address: addresses.find((one) => one !== null) ?? null, action, status, reason };
}

const failures = ["failure", "fail", "error"];
const actionsByClass = { 2: "delivered", 4: "delayed", 5: "failed" } as const;

/** Reads the action field; without one, the code of the status or of the server's words decides. */
function actionOf(fields: Fields, code: string | null): Bounced["action"] | undefined {
  const word = /^[a-z]+/.exec(fields.get("action")?.toLowerCase() ?? "")?.[0];
  const action = actions.find((one) => one === word);
  if (action) return action;
  if (word !== undefined && !failures.includes(word)) return "other";
  if (!recipientFields.some((name) => fields.has(name))) return undefined;
  const kind = /^[245]/.exec(code ?? "")?.[0] as "2" | "4" | "5" | undefined;
  return kind === undefined ? word ? "failed" : "other" : actionsByClass[kind];
}

function addressIn(value: string | undefined): string | null {
  const text = decoded(afterType(value));
  const inner = text?.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text;
  return cleanAddress(inner);
}

/** `jos\x{E9}@…` of the type utf-8 (RFC 6533, 3). */
function decoded(text: string | undefined): string | undefined {
  return text?.replace(
    /\\x\{(10[\da-f]{4}|[\da-f]{2,5})\}/gi,
    (_, hex) => String.fromCodePoint(parseInt(hex, 16)),
  );
}

/** `smtp; 550 no such user`: what stands behind the kind. */
function afterType(value: string | undefined): string | undefined {
  return value?.replace(/^[\w-]+\s*;/, "").trim();
}

/** Fields of each group of lines; groups stand between blank lines, or name one more recipient. */
export function blocksOf(text: string): Fields[] {
  const blocks: Fields[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) blocks.push(...fieldsOf(lines));
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.trim() === "") end();
    else lines.push(line);
  }
  end();
  return blocks;
}

/** First field of each name. A line that begins with a blank goes on with the one above it. */
function fieldsOf(lines: readonly string[]): Fields[] {
  const fields: string[][] = [];
  for (const line of lines) {
    const isFolded = fields.length > 0 && /^[ \t]/.test(line);
    if (isFolded) fields.at(-1)!.push(line.trim());
    else fields.push([line]);
  }
  const blocks: Fields[] = [new Map()];
  for (const field of fields) {
    const line = field.join(" ");
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name === "final-recipient" && blocks.at(-1)!.has(name)) blocks.push(new Map());
    const values = blocks.at(-1)!;
    if (name && !values.has(name)) values.set(name, line.slice(colon + 1).trim());
  }
  return blocks;
}
