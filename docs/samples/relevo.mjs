// For Node 20 or later, with nothing but what it ships.
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "node:process";
import { setTimeout } from "node:timers/promises";

/** Sends a notification, such as `{ userId, title, body }`, and returns its id. */
export async function send(notification) {
  const sent = await call("/api/notify", { method: "POST", body: JSON.stringify(notification) });
  return sent.notificationId;
}

/** The answers to a notification: waits up to a minute for the first one. */
export function answersTo(notificationId) {
  return call(`/api/responses?notificationId=${notificationId}&wait=60`);
}

async function call(path, init, tries = 3) {
  const response = await fetch(env.RELEVO_URL + path, {
    headers: { "Authorization": `Bearer ${env.RELEVO_KEY}`, "Content-Type": "application/json" },
    signal: AbortSignal.timeout(90_000),
    ...init,
  });
  if (response.status === 429 && tries > 1) {
    await setTimeout(1000 * Math.min(Number(response.headers.get("retry-after")) || 1, 60));
    return call(path, init, tries - 1);
  }
  const { success, data, code, error } = await response.json();
  if (!success) throw new Error(`${code}: ${error}`);
  return data;
}

/** Whether Relevo sent it in the last 5 minutes: `body` is the raw Buffer, `headers` lower-case. */
export function isGenuine(body, headers, apiKey) {
  const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const hmac = createHmac("sha256", apiKey).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest("base64")}`);
  const given = Buffer.from(headers["webhook-signature"] ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
