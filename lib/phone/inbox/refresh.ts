import { callPhone } from "@/lib/phone/api.ts";
import { readAttention } from "@/lib/phone/inbox/attention.ts";
import { type Inbox, nextToLoad, withOlder } from "@/lib/phone/inbox/inbox.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { onePerPerson, type Pairing } from "@/lib/phone/pairing.ts";
import { readRemoved } from "@/lib/phone/inbox/removal.ts";
import { noteReceived } from "@/lib/phone/inbox/receipts.ts";
import { prefer, preferences } from "@/lib/phone/page/preferences.ts";
import {
  changeInbox,
  devicesOfPerson,
  phone,
  readers,
  say,
  serverNow,
} from "@/lib/phone/page/state.ts";
import { refreshPush } from "@/lib/phone/push.ts";
import { showBadge } from "@/lib/phone/shown.ts";
import { readCache, readSetting, writeCache, writeSetting } from "@/lib/phone/store.ts";
import { endPairing, endStrays } from "@/lib/phone/unsent/end_pairing.ts";
import type { EndedPairing } from "@/lib/phone/unsent/unsent.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

const pageSize = 30;
/** A server that does not answer for longer is said to be out of reach. */
const patienceMs = 12_000;
/** Number of notifications that are stored for the next start. */
const keptSize = 50;

export async function showKept(): Promise<void> {
  const { pairings } = preferences();
  await readRemoved();
  const inboxes = await Promise.all(
    onePerPerson(pairings).map(async ({ deviceId }) => {
      const cache = await readCache(deviceId);
      if (!cache) return [];
      const { notifications, unread, lastEventId, fetchedAt } = cache;
      const inbox: Inbox = {
        notifications,
        unread,
        lastEventId,
        fetchedAt,
        nextCursor: null,
        isFresh: false,
      };
      return [[deviceId, inbox] as const];
    }),
  );
  const clockAheadMs = await readSetting("clockAheadMs") ?? 0;
  if (phone.get().phase !== "starting") return;
  phone.set({
    phase: "kept",
    pairings,
    clockAheadMs,
    inboxes: Object.fromEntries(inboxes.flat()),
  });
}

let running: Promise<boolean> | undefined;

/** @returns whether the server answered */
export function refresh(): Promise<boolean> {
  return running ??= readAll().finally(() => running = undefined);
}

/** A running refresh may have asked too early. */
export async function refreshAnew(): Promise<boolean> {
  await running;
  return await refresh();
}

async function readAll(): Promise<boolean> {
  const deviceIds = new Set(readers().map(({ deviceId }) => deviceId));
  const early = [...deviceIds].map(readInbox);
  const askedAt = Date.now();
  const listed = await readPairings();
  if (!listed) {
    await Promise.all(early);
    return false;
  }
  await takePairings(listed, askedAt);
  const late = readers().filter(({ deviceId }) => !deviceIds.has(deviceId))
    .map(({ deviceId }) => readInbox(deviceId));
  const answered = await Promise.all([...early, ...late]);
  phone.set({ phase: "known" });
  return answered.every(Boolean);
}

async function readPairings(): Promise<Pairing[] | null> {
  const { language } = phone.get();
  const outcome = await callPhone<Pairing[]>("pairings?none=empty", {
    language,
    timeoutMs: patienceMs,
  });
  if (outcome.ok) return outcome.data.filter(({ deviceId }) => !dropped.has(deviceId));
  // No cookie of it holds any more: this browser is paired with nobody.
  if (outcome.why === "refused" && outcome.status === 401) return [];
  phone.set({ connection: outcome.why === "offline" ? "offline" : "failing" });
  return null;
}

async function takePairings(listed: Pairing[], askedAt: number): Promise<void> {
  const before = phone.get().pairings;
  // Another tab may have paired since.
  const elsewhere = preferences().pairings.map(({ deviceId }) => deviceId);
  const here = new Set(listed.map(({ deviceId }) => deviceId));
  const gone = before.filter(({ deviceId }) => !here.has(deviceId));
  const read = new Set(onePerPerson(listed).map(({ deviceId }) => deviceId));
  const inboxes = Object.entries(phone.get().inboxes)
    .filter(([device]) => read.has(device) || !here.has(device));
  phone.set({ pairings: listed, inboxes: Object.fromEntries(inboxes) });
  prefer({ pairings: listed });
  await writeSetting(
    "readers",
    Object.fromEntries(
      listed.map((
        { deviceId },
      ) => [deviceId, [...devicesOfPerson(deviceId)].find((one) => read.has(one))!]),
    ),
  );
  for (const pairing of gone) {
    const { language } = phone.get();
    await dropPairing(pairing);
    say(phoneInboxWords.unpaired(pairing.company.name)[language], true);
  }
  await endStrays(new Set([...here, ...elsewhere]), askedAt);
  const isNew = listed.some(({ deviceId }) => !before.some((one) => one.deviceId === deviceId));
  // Browsers drop subscriptions silently, so every start signs up again.
  if (isNew || !isSignedUp) void refreshPush(listed).then((push) => phone.set({ push }));
  if (isNew || !isSignedUp) void readAttention();
  isSignedUp = true;
}

let isSignedUp = false;

/** Pairings that have ended here: an answer that was on its way then still names them. */
const dropped = new Set<string>();

export async function dropPairing(pairing: EndedPairing): Promise<void> {
  const { deviceId } = pairing;
  dropped.add(deviceId);
  const { [deviceId]: _, ...inboxes } = phone.get().inboxes;
  const pairings = phone.get().pairings.filter((one) => one.deviceId !== deviceId);
  phone.set({ pairings, inboxes });
  prefer({ pairings });
  await endPairing(pairing);
}

export async function readInbox(device: string): Promise<boolean> {
  const { language } = phone.get();
  const askedAt = Date.now();
  const outcome = await callPhone<PhoneNotification[]>(`notifications?limit=${pageSize}`, {
    device,
    language,
    timeoutMs: patienceMs,
  });
  if (!outcome.ok) {
    if (outcome.why === "refused" && outcome.status === 401) return true;
    phone.set({ connection: outcome.why === "offline" ? "offline" : "failing" });
    return false;
  }
  const fetchedAt = Date.now();
  const meta = outcome.meta as unknown as {
    unread: number;
    now: string;
    hasMore: boolean;
    nextCursor: string | null;
    lastEventId: string;
  };
  const inbox: Inbox = {
    notifications: outcome.data,
    unread: meta.unread,
    nextCursor: meta.hasMore ? meta.nextCursor : null,
    lastEventId: meta.lastEventId,
    fetchedAt,
    isFresh: true,
  };
  const { inboxes } = phone.get();
  // Another pairing of the same person is read by now.
  if (!readers().some(({ deviceId }) => deviceId === device)) return true;
  phone.set({
    inboxes: { ...inboxes, [device]: inbox },
    clockAheadMs: Date.parse(meta.now) - (askedAt + fetchedAt) / 2,
  });
  noteReceived(device, inbox.notifications);
  await keep(device);
  return true;
}

export async function recount(): Promise<void> {
  const listed = await readPairings();
  for (const { deviceId, unread } of listed ?? []) {
    changeInbox(deviceId, (inbox) => ({ ...inbox, unread }));
  }
}

export async function keep(device: string): Promise<void> {
  const inbox = phone.get().inboxes[device];
  if (!inbox?.isFresh) return;
  const { notifications, unread, lastEventId, fetchedAt } = inbox;
  await writeCache(device, {
    notifications: notifications.slice(0, keptSize),
    unread,
    now: new Date(serverNow() - Date.now() + fetchedAt).toISOString(),
    fetchedAt,
    lastEventId: lastEventId ?? "",
  });
  await showBadge();
}

let isLoading = false;

/** Adds the next page of older ones to the list. @returns whether the server answered */
export async function loadOlder(): Promise<boolean> {
  const { inboxes, language } = phone.get();
  const device = nextToLoad(inboxes);
  if (device === null || isLoading) return true;
  isLoading = true;
  const cursor = inboxes[device]!.nextCursor;
  const path = `notifications?${new URLSearchParams({ limit: `${pageSize}`, cursor: cursor! })}`;
  const outcome = await callPhone<PhoneNotification[]>(path, { device, language });
  isLoading = false;
  if (!outcome.ok) return false;
  const inbox = phone.get().inboxes[device];
  // Read anew meanwhile: the page belongs to another list.
  if (!inbox || inbox.nextCursor !== cursor) return true;
  const { hasMore, nextCursor } = outcome.meta as { hasMore: boolean; nextCursor: string | null };
  phone.set({
    inboxes: {
      ...phone.get().inboxes,
      [device]: withOlder(inbox, outcome.data, hasMore ? nextCursor : null),
    },
  });
  return true;
}
