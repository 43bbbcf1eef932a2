/** The browser's subscription to pushes: one, shared by all of its pairings. */
import { callPhone } from "@/lib/phone/api.ts";
import { isInstalled, isIos } from "@/lib/phone/platform.ts";
import { readSetting, writeSetting } from "@/lib/phone/store.ts";

/**
 * `needs-install`: an iPhone takes pushes only for an app on its home screen. `default`: nobody has
 * been asked yet. `off`: allowed, and turned off here or not turned on.
 */
export type PushState = "unsupported" | "needs-install" | "default" | "denied" | "on" | "off";

export interface PushPairing {
  deviceId: string;
  pushKey: string | null;
}

/**
 * `dismissed`: the question was closed without an answer. `server-off`: the server sends none.
 * `no-service`: the browser's push service did not answer, or refused. `refused`: the server did
 * not take the subscription of any pairing. `offline`: it was not reached.
 */
export type PushOutcome =
  | { ok: true }
  | {
    ok: false;
    why:
      | "unsupported"
      | "denied"
      | "dismissed"
      | "server-off"
      | "no-service"
      | "refused"
      | "offline";
    message?: string;
  };

const subscribeMs = 15_000;

export async function pushState(): Promise<PushState> {
  if (isIos() && !isInstalled()) return "needs-install";
  if (!isSupported()) return "unsupported";
  const { permission } = Notification;
  if (permission !== "granted") return permission;
  if (await readSetting("push") === false) return "off";
  return await currentSubscription() ? "on" : "off";
}

/** Asks for permission, so call it in a tap; then signs the browser up for every pairing. */
export async function turnPushOn(pairings: PushPairing[]): Promise<PushOutcome> {
  if (!isSupported()) return { ok: false, why: "unsupported" };
  // First: browsers ask only as long as the tap is fresh.
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    return { ok: false, why: permission === "denied" ? "denied" : "dismissed" };
  }
  await writeSetting("push", true);
  return await signUp(pairings);
}

export async function turnPushOff(pairings: PushPairing[]): Promise<void> {
  await writeSetting("push", false);
  await writeSetting("pushDevices", []);
  for (const { deviceId } of pairings) {
    await callPhone("push", { device: deviceId, method: "DELETE" });
  }
  await (await currentSubscription())?.unsubscribe().catch(() => false);
}

/**
 * Signs up again where pushes are on, at each start and after each pairing: browsers drop
 * subscriptions silently.
 */
export async function refreshPush(pairings: PushPairing[]): Promise<PushState> {
  const state = await pushState();
  const isWanted = await readSetting("push") === true;
  if (!isWanted || pairings.length === 0 || (state !== "on" && state !== "off")) return state;
  return (await signUp(pairings)).ok ? "on" : await pushState();
}

export async function signUp(
  pairings: PushPairing[],
  registration?: ServiceWorkerRegistration,
): Promise<PushOutcome> {
  const key = pairings.find(({ pushKey }) => pushKey !== null)?.pushKey;
  if (!key) return { ok: false, why: "server-off" };
  const worker = registration ?? await readyWorker();
  const subscription = worker && await subscribe(worker.pushManager, key);
  if (!subscription) return { ok: false, why: "no-service" };
  await writeSetting("pushKey", key);
  await writeSetting("pushDevices", pairings.map(({ deviceId }) => deviceId));
  return await register(subscription, pairings);
}

async function register(
  subscription: PushSubscription,
  pairings: PushPairing[],
): Promise<PushOutcome> {
  const { endpoint, keys } = subscription.toJSON();
  let failed: PushOutcome | undefined;
  let registered = 0;
  for (const { deviceId } of pairings) {
    const outcome = await callPhone("push", {
      device: deviceId,
      method: "PUT",
      json: { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } },
      language: await readSetting("language"),
    });
    if (outcome.ok) registered += 1;
    else failed = outcome.why === "offline" ? outcome : { ...outcome, why: "refused" };
  }
  return registered > 0 || !failed ? { ok: true } : failed;
}

async function subscribe(manager: PushManager, key: string): Promise<PushSubscription | undefined> {
  try {
    const existing = await within(manager.getSubscription());
    if (existing && isFor(existing, key)) return existing;
    // It was made with another key, and the browser keeps to one at a time.
    await within(existing?.unsubscribe());
    return await within(
      manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }),
    );
  } catch {
    return undefined;
  }
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration("/phone");
  return await within(worker?.pushManager.getSubscription()).catch(() => null) ?? null;
}

async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return await within(navigator.serviceWorker.ready).catch(() => undefined);
}

async function within<T>(promise: Promise<T> | undefined): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException("", "TimeoutError")), subscribeMs);
  });
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis &&
    "Notification" in globalThis;
}

function isFor({ options }: PushSubscription, key: string): boolean {
  // Old browsers do not tell: then it is taken for the right one.
  if (!options?.applicationServerKey) return true;
  const bytes = new Uint8Array(options.applicationServerKey);
  const wanted = bytesOf(key);
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
