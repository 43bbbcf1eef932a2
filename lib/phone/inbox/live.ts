import { watchSilence } from "@/lib/tools/heartbeat.ts";
import { alertOf } from "@/lib/phone/page/alerts.ts";
import { isSilenced } from "@/lib/phone/inbox/attention.ts";
import { isClosed, isExpired } from "@/lib/phone/inbox/card.ts";
import { earliest, isBelow, isUnread, withChange } from "@/lib/phone/inbox/inbox.ts";
import { noteReceived } from "@/lib/phone/inbox/receipts.ts";
import { dropPairing, keep, recount, refresh } from "@/lib/phone/inbox/refresh.ts";
import { sendKeptMarks } from "@/lib/phone/marks.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { noteReached } from "@/lib/phone/reached.ts";
import {
  announce,
  changeInbox,
  devicesOfPerson,
  otherKey,
  phone,
  readers,
  say,
  serverNow,
} from "@/lib/phone/page/state.ts";
import { closeShown, type ShownData } from "@/lib/phone/shown.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

type Change = PhoneNotification & { deviceId?: string };

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/** Time in which arrivals are kept, reported and announced together. */
const gatherMs = 400;
/** A page that was frozen this long may have a dead connection that looks alive. */
const frozenMs = 30_000;
/** A proxy that cuts a connection is no lost one: it is back in no time. */
const offlineMs = 3_000;
/** The server's limit of pairings that one stream carries. */
const maxPairings = 20;

/** Reads everything and follows it until the signal. @returns catches up at once */
export function follow(signal: AbortSignal): () => void {
  const stream = new LiveStream(signal);
  const resume = () => void stream.resume();
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    // Pushes come while it is hidden; the list catches up.
    else if (Date.now() - hiddenAt > frozenMs || phone.get().connection !== "live") resume();
  }, { signal });
  addEventListener("pagehide", () => stream.stop(), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && resume(), { signal });
  addEventListener("online", resume, { signal });
  addEventListener("offline", tellOffline, { signal });
  const unsubscribe = phone.subscribe(() => stream.followNewReaders());
  signal.addEventListener("abort", () => {
    unsubscribe();
    stream.end();
  });
  void stream.start();
  return resume;
}

/** The event stream of all readers, which is opened again after each loss. */
class LiveStream {
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #trouble: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = firstPauseMs;
  #devices: string[] | null = null;
  #lastEventId: string | null = null;
  #silence = watchSilence((wasFrozen) => {
    if (!this.#source) return;
    if (!wasFrozen) tellOffline();
    this.#open();
  });

  constructor(private readonly signal: AbortSignal) {}

  async start() {
    this.stop();
    if (this.signal.aborted) return;
    if (!await refresh()) return this.#startLater();
    if (this.signal.aborted) return;
    this.#pauseMs = firstPauseMs;
    this.#open();
  }

  /** Continues where it stopped: the stream sends what happened meanwhile. */
  resume() {
    if (this.#devices === null) return this.start();
    this.#open();
  }

  followNewReaders() {
    const { inboxes } = phone.get();
    const isRead = readers().every(({ deviceId }) => inboxes[deviceId]?.isFresh);
    if (this.#devices !== null && isRead && wanted().join() !== this.#devices.join()) this.#open();
  }

  stop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#trouble);
    this.#source?.close();
    this.#source = null;
  }

  end() {
    this.#silence.stop();
    this.stop();
  }

  #startLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
  }

  #open() {
    this.stop();
    const { inboxes } = phone.get();
    const devices = wanted();
    const added = devices.filter((device) => !this.#devices?.includes(device));
    const ids = added.flatMap((device) => inboxes[device]?.lastEventId ?? []);
    this.#lastEventId = earliest(this.#lastEventId === null ? ids : [this.#lastEventId, ...ids]);
    this.#devices = devices;
    if (devices.length === 0) return phone.set({ connection: "live" });
    const query = new URLSearchParams(
      devices.length === 1 ? { device: devices[0]! } : { devices: devices.join() },
    );
    if (this.#lastEventId) query.set("lastEventId", this.#lastEventId);
    this.#listen(new EventSource(`/api/phone/stream?${query}`), devices[0]!);
  }

  #listen(source: EventSource, device: string) {
    this.#source = source;
    this.#silence.heard();
    source.onopen = () => {
      clearTimeout(this.#trouble);
      this.#pauseMs = firstPauseMs;
      phone.set({ connection: "live" });
      this.#noteLife();
      void sendKeptMarks();
    };
    source.addEventListener("beat", ({ lastEventId }) => {
      this.#lastEventId = lastEventId || this.#lastEventId;
      this.#noteLife();
    });
    source.addEventListener("notification", (event) => {
      const { deviceId = device, ...notification }: Change = JSON.parse(event.data);
      this.#lastEventId = event.lastEventId;
      this.#noteLife();
      hear(deviceId, notification, event.lastEventId);
    });
    source.addEventListener("unpaired", ({ data }) => leave(JSON.parse(data).deviceId));
    source.onerror = () => {
      if (this.#source !== source) return;
      clearTimeout(this.#trouble);
      this.#trouble = setTimeout(tellOffline, offlineMs);
      // It comes back by itself, unless the answer was no stream: unpaired, or too many of them.
      if (source.readyState === EventSource.CLOSED) this.#startLater();
    };
  }

  #noteLife() {
    this.#silence.heard();
    heardAt = Date.now();
    if (phone.get().connection === "offline") phone.set({ connection: "live" });
    noteReached();
  }
}

function wanted(): string[] {
  return readers().map(({ deviceId }) => deviceId).slice(0, maxPairings);
}

function tellOffline(): void {
  stamp();
  phone.set({ connection: "offline" });
}

let heardAt = 0;

/** The lists were up to date until the server was heard last. */
function stamp(): void {
  if (phone.get().connection !== "live") return;
  const entries = Object.entries(phone.get().inboxes).map(([device, inbox]) =>
    [device, { ...inbox, fetchedAt: Math.max(inbox.fetchedAt, heardAt) }] as const
  );
  phone.set({ inboxes: Object.fromEntries(entries) });
}

async function leave(device: string): Promise<void> {
  const pairing = phone.get().pairings.find(({ deviceId }) => deviceId === device);
  if (!pairing) return;
  await dropPairing(pairing);
  // The same person may be paired here once more.
  const { inboxes } = phone.get();
  if (readers().some(({ deviceId }) => !inboxes[deviceId])) void refresh();
  say(phoneInboxWords.unpaired(pairing.company.name)[phone.get().language], true);
}

const changed = new Set<string>();
const arrived = new Map<string, PhoneNotification>();
const over = new Set<string>();
/** Arrivals within quiet hours or from a muted sender. */
const silenced = new Set<string>();
let gathering: ReturnType<typeof setTimeout> | undefined;
let counting: ReturnType<typeof setTimeout> | undefined;

function hear(device: string, notification: PhoneNotification, lastEventId: string): void {
  const inbox = phone.get().inboxes[device];
  if (!inbox) return;
  const { id } = notification;
  const before = inbox.notifications.find((one) => one.id === id);
  const isNew = before === undefined;
  // Of what lies below the loaded part, only the server can count.
  if (isBelow(inbox, notification)) counting ??= setTimeout(count, gatherMs);
  changeInbox(device, (before) => ({ ...withChange(before, notification), lastEventId }));
  const { others } = phone.get();
  const key = otherKey(device, id);
  if (others[key]) phone.set({ others: { ...others, [key]: notification } });
  noteReceived(device, [notification]);
  changed.add(device);
  // Ended notifications make no sound, however late they come.
  const isDue = isUnread(notification) && !isExpired(notification, serverNow());
  const isAgain = before !== undefined && isRepeated(before, notification);
  if ((isNew && isDue) || isAgain) {
    arrived.set(id, notification);
    if (isSilenced(device, notification)) silenced.add(id);
  } else if (!isUnread(notification)) {
    arrived.delete(id);
    over.add(key);
  }
  gathering ??= setTimeout(tell, gatherMs);
}

/** A reminder, or the end of a snooze. */
function isRepeated(before: PhoneNotification, after: PhoneNotification): boolean {
  const isWoken = Boolean(before.snoozedUntil) && !after.snoozedUntil &&
    Date.parse(before.snoozedUntil!) <= serverNow() + gatherMs;
  const isReminded = (after.reminded ?? 0) > (before.reminded ?? 0);
  return (isWoken || isReminded) && !after.answeredAt && !after.answeredBy && !isClosed(after) &&
    !isExpired(after, serverNow());
}

function count(): void {
  counting = undefined;
  void recount();
}

async function tell(): Promise<void> {
  gathering = undefined;
  const [devices, all, ended] = [[...changed], [...arrived.values()], new Set(over)];
  changed.clear();
  arrived.clear();
  over.clear();
  if (all.length > 0) {
    const heard = all.filter(({ id }) => !silenced.has(id));
    silenced.clear();
    if (heard.length > 0) alertOf(heard);
    announceAll(all);
  }
  await Promise.all(devices.map(keep));
  if (ended.size === 0) return;
  const isOver = ({ id, device }: ShownData) =>
    [...devicesOfPerson(device)].some((device) => ended.has(otherKey(device, id)));
  await closeShown(isOver).catch(() => {});
}

function announceAll(all: PhoneNotification[]): void {
  const { language, inboxes, pairings } = phone.get();
  const [first] = all;
  const from = pairings.find(({ deviceId }) =>
    inboxes[deviceId]?.notifications.some(({ id }) => id === first!.id)
  );
  const spoken = all.length > 1
    ? phoneInboxWords.several(all.length)
    : phoneInboxWords.arrived(first!.title, first!.sender ?? from?.company.name ?? "");
  announce(spoken[language]);
}
