/** State of the app. Only written in the browser. */
import type { Quiet } from "@/lib/values/quiet_hours.ts";
import type { Inbox } from "@/lib/phone/inbox/inbox.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import type { OutboxItem } from "@/lib/phone/outbox_item.ts";
import { onePerPerson, type Pairing, personOf } from "@/lib/phone/pairing.ts";
import type { PushState } from "@/lib/phone/push.ts";
import type { Unsent } from "@/lib/phone/unsent/unsent.ts";
import type { Language } from "@/lib/words/language.ts";

export interface Attention {
  quiet: Quiet | null;
  muted: string[];
}

/** Time that a note is shown, in ms; twice as long where something failed. */
export const noteMs = 6_000;

export interface Note {
  text: string;
  isFailure: boolean;
  undo?: () => void;
}

export interface PhoneState {
  /** `starting` until what was kept is read; `known` once the server has told of the pairings. */
  phase: "starting" | "kept" | "known";
  pairings: Pairing[];
  inboxes: Record<string, Inbox>;
  others: Record<string, PhoneNotification>;
  outbox: OutboxItem[];
  unsent: Unsent[];
  removed: ReadonlySet<string>;
  clockAheadMs: number;
  connection: "connecting" | "live" | "offline" | "failing";
  push: PushState | null;
  /** Quiet hours and muted senders; null until the server has told of them. */
  attention: Attention | null;
  language: Language;
  note: Note | null;
  spoken: string;
}

type Listener = () => void;

export class Store<T extends object> {
  #value: T;
  #listeners = new Set<Listener>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(change: Partial<T>): void {
    this.#value = { ...this.#value, ...change };
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

export const phone = new Store<PhoneState>({
  phase: "starting",
  pairings: [],
  inboxes: {},
  others: {},
  outbox: [],
  unsent: [],
  removed: new Set(),
  clockAheadMs: 0,
  connection: "connecting",
  push: null,
  attention: null,
  language: "es",
  note: null,
  spoken: "",
});

/** The server's clock as well as this phone knows it, in milliseconds. */
export function serverNow(): number {
  return Date.now() + phone.get().clockAheadMs;
}

/** The pairings whose inboxes are read: one of each person. */
export function readers(): Pairing[] {
  return onePerPerson(phone.get().pairings);
}

export function devicesOfPerson(device: string): ReadonlySet<string> {
  const { pairings } = phone.get();
  const own = pairings.find(({ deviceId }) => deviceId === device);
  const devices = own ? pairings.filter((one) => personOf(one) === personOf(own)) : [];
  return new Set([device, ...devices.map(({ deviceId }) => deviceId)]);
}

export function otherKey(device: string, id: string): string {
  return `${device}:${id}`;
}

export function changeInbox(device: string, change: (inbox: Inbox) => Inbox): void {
  const { inboxes } = phone.get();
  const inbox = inboxes[device];
  if (inbox) phone.set({ inboxes: { ...inboxes, [device]: change(inbox) } });
}

export function say(text: string, isFailure = false): void {
  phone.set({ note: { text, isFailure } });
}

/** Says what was done, with a button that takes it back. */
export function offer(text: string, undo: () => void): void {
  phone.set({ note: { text, isFailure: false, undo } });
}

/** Time in which announcements are read out together, or the second would cut off the first. */
const togetherMs = 1_000;
let announcedAt = 0;

/** Has a screen reader say it. */
export function announce(text: string): void {
  const now = performance.now();
  const { spoken } = phone.get();
  const isTogether = spoken !== "" && now - announcedAt < togetherMs;
  announcedAt = now;
  phone.set({ spoken: isTogether ? `${spoken} ${text}` : text });
}
