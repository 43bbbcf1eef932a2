/** The parts of a service worker's global scope in use; the DOM's types know pages only. */

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
  /** Safari's: what it would show itself (Declarative Web Push). */
  notification?: Notification;
}

export interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
  action: string;
}

export interface SyncEvent extends ExtendableEvent {
  tag: string;
}

export interface MessageEvents extends ExtendableEvent {
  data: unknown;
}

export interface WindowClient {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}

interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageEvents;
  push: PushEvent;
  pushsubscriptionchange: ExtendableEvent;
  notificationclick: NotificationEvent;
  notificationclose: NotificationEvent;
  sync: SyncEvent;
}

export interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ): void;
}

/** Options that Chromium heeds beyond the DOM's types. */
export interface ShowOptions extends NotificationOptions {
  actions?: { action: string; title: string }[];
  renotify?: boolean;
  timestamp?: number;
  vibrate?: number[];
}

export const worker = globalThis as unknown as WorkerScope;
