/** A person with the phone app in a real browser. */
import type { Page } from "playwright-core";
import { noteMs } from "@/lib/phone/page/state.ts";
import { bePatient, type LaunchedBrowser, openContext, screenOf } from "../../support/browser.ts";
import type { World } from "../../support/world.ts";

interface HandOptions {
  width?: 1440 | 390 | 320;
  colorScheme?: "light" | "dark";
  locale?: "es-ES" | "en-GB";
  permissions?: string[];
}

/** Opens a browser as a phone has it, or a desk. */
export async function phoneBrowser(
  { width = 390, colorScheme = "light", locale = "es-ES", permissions = [] }: HandOptions = {},
): Promise<LaunchedBrowser> {
  const options = { ...screenOf(width), colorScheme, locale, permissions, isWhole: true };
  const browser = await openContext(options);
  // The app waits for a list twice as long as it shows a note, and so as long as tests do.
  await bePatient(browser, [noteMs, 2 * noteMs]);
  return browser;
}

/** Has the browser hold a phone that is paired already. */
export async function holdPhone(
  { context }: Pick<LaunchedBrowser, "context">,
  url: string,
  { deviceId, token }: { deviceId: string; token: string },
): Promise<void> {
  await context.addCookies([{
    name: `relevo_device_${deviceId}`,
    value: token,
    url,
    httpOnly: true,
    sameSite: "Strict",
  }]);
}

/** Pairs the browser without its page. @returns the pairing's id */
export async function holdPairing(
  world: World,
  browser: Pick<LaunchedBrowser, "context">,
  userId: string,
  key?: string,
): Promise<string> {
  const { token, deviceId } = await world.pairPhone(userId, key);
  await holdPhone(browser, world.url, { token, deviceId });
  return deviceId;
}

/** A code that pairs a phone of this user. */
export async function codeFor(
  world: World,
  userId: string,
  key = world.keys.shop,
): Promise<string> {
  const answer = await world.call("POST", "/api/devices/pairings", { key, json: { userId } });
  return answer.body.data.code;
}

/** Sends a notification. @returns its id */
export async function send(
  world: World,
  json: Record<string, unknown>,
  key = world.keys.shop,
): Promise<string> {
  const sent = await world.call("POST", "/api/notify", {
    key,
    json: { userId: "maria", body: "…", ...json },
  });
  if (sent.status !== 202) throw new Error(JSON.stringify(sent.body));
  return sent.body.data.notificationId;
}

/** The answers to a notification, as its sender reads them. */
export async function answersTo(world: World, id: string) {
  const read = await world.call("GET", `/api/responses?notificationId=${id}`, {
    key: world.keys.shop,
  });
  return read.body.data as { action: { id: string } | null; reply: string | null }[];
}

/** What the sender sees of the only recipient. */
export async function recipientOf(world: World, id: string) {
  const read = await world.call("GET", `/api/notifications/${id}`, { key: world.keys.shop });
  return read.body.data.recipients[0];
}

/** The list's row with this title. */
export function rowOf(page: Page, title: string) {
  return page.getByRole("listitem").filter({
    has: page.getByRole("link", { name: title, exact: true }),
  });
}

/** The titles that the browser keeps for its next start. */
export async function keptTitles(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    new Promise<string[]>((resolve) => {
      indexedDB.open("relevo-phone").onsuccess = ({ target }) => {
        const { result: database } = target as IDBOpenDBRequest;
        const request = database.transaction("caches").objectStore("caches").getAll();
        request.onsuccess = () => {
          database.close();
          resolve(
            request.result.flatMap(({ notifications }: { notifications: { title: string }[] }) =>
              notifications.map(({ title }) => title)
            ),
          );
        };
      };
    })
  );
}
