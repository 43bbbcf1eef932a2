/** A phone in a real browser: paired, with the app's worker, and with pushes that come by CDP. */
import assert from "node:assert/strict";
import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { bundleScript } from "@/lib/build/script.ts";
import type { PushMessage } from "@/lib/phone/worker/push_message.ts";
import { launch, type LaunchedBrowser } from "../../support/browser.ts";
import { deadline, patienceMs, until } from "../../support/wait.ts";
import { root } from "../../tidy/sources.ts";
import type { World } from "../../support/world.ts";

/** The app's parts in a page, see parts.ts. */
declare const relevo: typeof import("./parts.ts");

/** What the platform shows. */
export interface SystemNotification {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
  requireInteraction: boolean;
  /** Whether it was to be heard although it took another's place. */
  renotify: boolean;
  icon: string;
  actions: string[];
  id: string;
}

export interface TestPhone extends AsyncDisposable {
  browser: LaunchedBrowser;
  context: BrowserContext;
  device: string;
  userId: string;
  /** Opens the app in a tab, with its parts at hand, and waits for its worker. */
  openApp(): Promise<Page>;
  /** Delivers a push as the push service would. */
  deliver(payload: unknown): Promise<void>;
  /** The connection is back: fires the sync event that the browser would. */
  sync(): Promise<void>;
  /** What the platform shows now, oldest first. */
  notifications(): Promise<SystemNotification[]>;
  /** Waits until a notification is shown. */
  untilShown(id: string): Promise<SystemNotification>;
  /** Presses a button of a shown notification; the notification itself without one. */
  click(id: string, action?: string): Promise<void>;
  /** Sweeps it away. */
  dismiss(id: string): Promise<void>;
  /** Errors in the worker; growing. */
  faults: string[];
  /** The running worker. */
  worker(): Promise<Worker>;
}

let parts: Promise<string> | undefined;

/** @param url where the app is served, the world's own address unless told */
export async function makePhone(
  world: World,
  { userId, url = world.url, paired }: {
    userId: string;
    url?: string;
    /** One that a member paired; else a program pairs it. */
    paired?: { token: string; deviceId: string };
  },
): Promise<TestPhone> {
  const { token, deviceId: device } = paired ?? await world.pairPhone(userId);
  const browser = await launch({ permissions: ["notifications"], locale: "es-ES" });
  const { context, page } = browser;
  await context.addCookies([{
    name: `relevo_device_${device}`,
    value: token,
    url,
    httpOnly: true,
    sameSite: "Strict",
  }]);
  await context.addInitScript(await (parts ??= bundleParts()));
  // The tab of the test itself is of the same origin, and out of the worker's scope.
  await page.goto(`${url}/healthz`);
  const cdp = await context.newCDPSession(page);
  const faults: string[] = [];
  cdp.on("ServiceWorker.workerErrorReported", ({ errorMessage }) => {
    faults.push(
      `${errorMessage.errorMessage} ${errorMessage.sourceURL}:${errorMessage.lineNumber}`,
    );
  });
  const registrations = await registrationsOf(cdp);
  const registrationId = () =>
    until(() => registrations.get(`${url}/phone`), { what: "the worker's registration" });

  async function worker(): Promise<Worker> {
    return await until(async () => {
      for (const worker of context.serviceWorkers().toReversed()) {
        // One that has been stopped gives no answer.
        const state = await deadline(
          worker.evaluate(() =>
            (globalThis as unknown as { serviceWorker: ServiceWorker }).serviceWorker.state
          ),
          1_000,
          "the worker's state",
        ).catch(() => "gone");
        if (state === "activated") return worker;
      }
    }, { what: "an active worker" });
  }

  async function notifications(): Promise<SystemNotification[]> {
    return await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/phone");
      return (await registration?.getNotifications() ?? []).map((notification) => {
        const { title, body, tag, silent, requireInteraction, icon, data } = notification;
        const { actions, renotify } = notification as unknown as {
          actions: { title: string }[];
          renotify: boolean;
        };
        return {
          title,
          body,
          tag,
          silent: silent === true,
          requireInteraction,
          renotify,
          icon: new URL(icon || "/", location.origin).pathname,
          actions: actions.map(({ title }) => title),
          id: data?.id,
        };
      });
    });
  }

  async function fire(name: string, id: string, action = ""): Promise<void> {
    await (await worker()).evaluate(async ({ name, id, action }) => {
      // deno-lint-ignore no-explicit-any
      const scope = globalThis as any;
      const all: Notification[] = await scope.registration.getNotifications();
      const notification = all.find(({ data }) => data?.id === id);
      const event = new scope.NotificationEvent(name, { notification, action });
      const work: Promise<unknown>[] = [];
      // The browser takes it only from events of its own.
      Object.defineProperty(event, "waitUntil", {
        value: (part: Promise<unknown>) => work.push(part),
      });
      scope.dispatchEvent(event);
      await Promise.all(work);
    }, { name, id, action });
  }

  return {
    browser,
    context,
    device,
    userId,
    faults,
    worker,
    notifications,
    untilShown: (id) =>
      until(async () => {
        assert.deepEqual(faults, []);
        return (await notifications()).find((one) => one.id === id);
      }, { what: "the notification to be shown" }),
    async openApp() {
      const tab = await context.newPage();
      await tab.goto(`${url}/phone`);
      await tab.evaluate(async () => {
        await relevo.registerWorker();
        await navigator.serviceWorker.ready;
      });
      // It claims the page while it is still being activated.
      await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
      // Opens the platform's list of notifications before the first one comes.
      await notifications();
      return tab;
    },
    async deliver(payload) {
      const data = typeof payload === "string" ? payload : JSON.stringify(payload);
      const origin = url;
      const push = { origin, registrationId: await registrationId(), data };
      const { id } = idOf(payload);
      const isIt = (one: SystemNotification) =>
        id ? one.id === id : one.tag === "relevo-unreadable";
      for (let tries = 1; tries <= 3; tries++) {
        await cdp.send("ServiceWorker.deliverPushMessage", push);
        const isShown = async () => (await notifications()).some(isIt);
        // Of a new profile Chromium now and then forgets the first notification again, right
        // after it was shown: it tidies its list when it is first opened. One that is only late
        // must not come twice: the second time it makes no sound.
        if (await until(isShown, { timeoutMs: patienceMs / 4 }).catch(() => false)) return;
      }
    },
    async sync() {
      await cdp.send("ServiceWorker.dispatchSyncEvent", {
        origin: url,
        registrationId: await registrationId(),
        tag: "relevo-outbox",
        lastChance: false,
      });
    },
    click: (id, action) => fire("notificationclick", id, action),
    dismiss: (id) => fire("notificationclose", id),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function registrationsOf(cdp: CDPSession): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) ids.set(scopeURL, registrationId);
  });
  await cdp.send("ServiceWorker.enable");
  return ids;
}

async function bundleParts(): Promise<string> {
  const bytes = await bundleScript(`${import.meta.dirname}/parts.ts`, root, false);
  // Declared in a script of its own it would stay inside it.
  return new TextDecoder().decode(bytes).replace(/^"use strict";\s*/, "")
    .replace(/^var relevo =/m, "globalThis.relevo =");
}

function idOf(payload: unknown): { id?: string } {
  const { notification } = (payload ?? {}) as { notification?: { data?: { id?: string } } };
  return { id: notification?.data?.id };
}

/** A push as the server writes it. */
export function pushOf(
  { title = "¿Salimos?", body = "A las 9", tag = "", ...data }:
    & Partial<Pick<PushMessage, "title" | "body">>
    & { tag?: string }
    & Partial<PushMessage["data"]>,
): unknown {
  return { web_push: 8030, mutable: true, notification: { title, body, tag, data } };
}
