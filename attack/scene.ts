/** Two companies' programs and phones, what they make here, and how it is taken away again. */
import type { Answer, Caller, Request } from "@/attack/caller.ts";

/** One of the two companies, as its key sees it. */
export interface Side {
  name: "A" | "B";
  key: string;
  /** A word in every text that this side sends, and in none of the other's. */
  word: string;
  phone: { token: string; deviceId: string };
}

/** The records that one company's calls have created. */
const created = new WeakMap<Side, { notifications: Set<string>; devices: Set<string> }>();

/** User name for one run, in both companies. */
export function userOf(mark: string): string {
  return `${mark}-user`;
}

/**
 * A side with a phone of its own.
 * @throws Error where the key is not accepted or may not do what is needed
 */
export async function openSide(
  caller: Caller,
  { name, key, mark }: { name: Side["name"]; key: string; mark: string },
): Promise<Side> {
  const side: Side = {
    name,
    key,
    word: `${mark}-word-${name}`,
    phone: { token: "", deviceId: "" },
  };
  created.set(side, { notifications: new Set(), devices: new Set() });
  const json = { userId: userOf(mark), name: `${mark} ${name}` };
  const code = await caller.call("POST", "/api/devices/pairings", { as: key, json });
  if (code.status !== 201) throw new Error(refusedKey(name, code));
  const pair = { code: code.body?.data?.code };
  const paired = await caller.call("POST", "/api/phone/pair", { json: pair });
  if (paired.status !== 201) {
    throw new Error(`no phone could be paired for ${name}: ${describeAnswer(paired)}`);
  }
  const { token, deviceId } = paired.body.data;
  created.get(side)!.devices.add(deviceId);
  side.phone = { token, deviceId };
  return side;
}

/** A key that only sends, as a further side whose notifications are taken away in the end. */
export function senderOf(key: string, mark: string): Side {
  const side: Side = { name: "A", key, word: `${mark}-mail`, phone: { token: "", deviceId: "" } };
  created.set(side, { notifications: new Set(), devices: new Set() });
  return side;
}

function refusedKey(name: string, answer: Answer): string {
  const option = name === "A" ? "--key" : "--other-key";
  if (answer.status === 0) return `no answer: ${answer.text}`;
  return `the key of ${option} was refused (it must be valid and not limited): ${
    describeAnswer(answer)
  }`;
}

/** Sends with the side's key, and remembers what was made. */
export async function send(
  caller: Caller,
  side: Side,
  { fields = {}, mark, ...request }: Request & { fields?: Record<string, unknown>; mark: string },
): Promise<Answer> {
  const json = {
    userId: userOf(mark),
    title: side.word,
    body: "A check of this installation; it cancels itself.",
    priority: "low",
    ttl: 600,
    ...fields,
  };
  const answer = await caller.call("POST", "/api/notify", { as: side.key, json, ...request });
  const id = answer.body?.data?.notificationId;
  if (id) created.get(side)!.notifications.add(id);
  return answer;
}

/** Sends, and expects it to be accepted. @returns the notification's id @throws Error */
export async function sent(
  caller: Caller,
  side: Side,
  options: { fields?: Record<string, unknown>; mark: string },
): Promise<string> {
  const answer = await send(caller, side, options);
  if (answer.status === 202) return answer.body.data.notificationId;
  throw new Error(`${side.name} could not send: ${describeAnswer(answer)}`);
}

/** Cancels what was sent and unpairs what was paired. @returns how many of each were left */
export async function clean(caller: Caller, sides: Side[]) {
  const totals = { cancelled: 0, notifications: 0, devices: 0 };
  for (const side of sides) {
    const { notifications, devices } = created.get(side)!;
    for (const id of notifications) {
      const { status } = await caller.call("DELETE", `/api/notifications/${id}`, { as: side.key });
      totals[status === 200 ? "cancelled" : "notifications"]++;
    }
    for (const id of devices) {
      const { status } = await caller.call("DELETE", `/api/devices/${id}`, { as: side.key });
      if (status !== 200 && status !== 404) totals.devices++;
    }
  }
  return totals;
}

/** An answer in a few words, without what a company may hold dear. */
export function describeAnswer({ status, body, text }: Answer): string {
  if (status === 0) return `no answer (${text})`;
  return body?.code ? `${status} ${body.code}` : String(status);
}
