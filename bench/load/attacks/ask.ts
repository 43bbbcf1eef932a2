/** Calls of the attacks: each answer is counted by its status, and nothing stops an attack. */
import type { MailboxAt } from "./imap.ts";

export interface AttackLoad {
  name: string;
  url: string;
  seconds: number;
  /** Token of the attacking company; it has several keys, each with its own limit. */
  token: string;
  keys: string[];
  phones: { userId: string; token: string }[];
  quoteIds: number[];
  /** Programs that bring messages, each with a key of its own. */
  channels: { id: number; key: string }[];
  /** Members who are alone in companies of their own. */
  crowd: { token: string; companyId: number }[];
  /** Tokens of people who never called before. */
  newcomers: string[];
  /** A person without a membership, whom the attacker may invite. */
  guest: string;
  /** The attacking company's mailbox, where there is a mail server. */
  mailbox?: MailboxAt;
  /** Port of loopback that stands for the attacker's host. */
  domain: { name: string; port: number; cert: string; key: string };
}

/** Counts of answers by status; `cut` counts connections that ended without one. */
export type AttackResult = Record<string, number>;

/** Attacks until the signal; opens its connections first. */
export type Attack = (load: AttackLoad, until: AbortSignal) => Promise<unknown>;

export const counts: AttackResult = {};
const company = 2;
/** The service's `CLIENT_IP_HEADER`. */
const addressHeader = "X-Client-Address";
const oneAddress = "198.51.100.66";

/** Repeats a call until the signal, `atOnce` calls at a time. */
export async function repeat(
  atOnce: number,
  until: AbortSignal,
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (!until.aborted) await act(next++);
  }));
}

/** Names an address of a caller; without a number it is always the same. */
export function from(n?: number): Record<string, string> {
  const address = n === undefined
    ? oneAddress
    : `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;
  return { [addressHeader]: address };
}

let sends = 0;

export function notify(load: AttackLoad, body: unknown, until: AbortSignal) {
  const init = { ...jsonPost(body), ...authorized(keyOf(load, sends++)) };
  return ask(`${load.url}/api/notify`, init, until);
}

export function member(load: AttackLoad, path: string, init: RequestInit, until: AbortSignal) {
  return memberOf(load, { token: load.token, companyId: company }, path, init, until);
}

/** Calls as somebody in a company. */
export function memberOf(
  load: AttackLoad,
  { token, companyId }: { token: string; companyId: number },
  path: string,
  init: RequestInit,
  until: AbortSignal,
) {
  const mark = path.includes("?") ? "&" : "?";
  const headers = { "Cf-Access-Jwt-Assertion": token, ...init.headers };
  const below = path.startsWith("/") ? path : `/api/admin/${path}`;
  return ask(`${load.url}${below}${mark}company_id=${companyId}`, { ...init, headers }, until);
}

export function keyOf({ keys }: AttackLoad, n: number): string {
  return keys[n % keys.length]!;
}

export function jsonPost(body: unknown) {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

export function authorized(token: string): RequestInit {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return { headers };
}

export function formOf(text: string): Blob {
  return new Blob([text], { type: "application/x-www-form-urlencoded" });
}

/** The text of a success. Who has to show a key or a token waits as long as a refusal asks. */
export async function ask(
  url: string,
  init: RequestInit,
  until: AbortSignal,
): Promise<string | void> {
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { ...from(), ...init.headers as Record<string, string> },
      signal: until,
    });
    const text = await answer.text();
    count(answer.status);
    if (answer.ok) return text;
    const waits = new Headers(init.headers).has("authorization") ? 1_000 : 20;
    if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, waits));
  } catch {
    if (!until.aborted) count("cut");
  }
}

export function count(what: number | string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

export function ended(until: AbortSignal): Promise<void> {
  return new Promise((resolve) => until.addEventListener("abort", () => resolve()));
}
