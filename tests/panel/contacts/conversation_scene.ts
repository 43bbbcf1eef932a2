/** What tests of conversations do with an open page, and with what no page can bring about. */
import type { Page } from "playwright-core";
import { inCompany } from "@/lib/db/transaction.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";

/** Opens a contact and waits until its page follows the feed. */
export async function open(page: Page, { url, services }: World, id: number): Promise<void> {
  await page.goto("about:blank");
  await until(() => Promise.resolve(services.feeds.count === 0), { what: "no open feed" });
  await page.goto(`${url}/panel/contacts/${id}`);
  await until(() => Promise.resolve(services.feeds.count === 1), { what: "the page's feed" });
  await alive(page);
}

export async function selected(page: Page): Promise<string> {
  const select = page.getByLabel("Por dónde sale");
  return await select.evaluate((node) => (node as HTMLSelectElement).selectedOptions[0]!.text);
}

/** What waits stays so: a slow machine must not send it meanwhile. */
export async function hold(world: World): Promise<void> {
  await inCompany(
    world.services.database.db,
    1,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: new Date(Date.now() + 3_600_000) })
        .where("company_id", "=", 1).where("state", "=", "queued").execute(),
  );
}

/** Sent messages, or files, become what the tests cannot bring about. */
export async function inTenant(
  world: World,
  { state, file }: { state?: "uncertain"; file?: "left_out" },
): Promise<void> {
  await inCompany(world.services.database.db, 1, async (trx) => {
    if (state) {
      await trx.updateTable("outbox").set({ state }).where("company_id", "=", 1)
        .where("state", "=", "sent").execute();
    }
    if (file) {
      await trx.updateTable("files").set({ state: file }).where("company_id", "=", 1)
        .where("name", "=", "foto.png").execute();
    }
  });
}

/** The picture has come and is shown. */
export async function isDrawn(page: Page, name: string): Promise<void> {
  const image = page.getByRole("img", { name });
  await image.waitFor();
  await until(() => image.evaluate((img) => (img as HTMLImageElement).naturalWidth === 1), {
    what: `${name} to be drawn`,
  });
}

export async function drop(page: Page, name: string, type: string, text: string): Promise<void> {
  const dataTransfer = await transfer(page, name, type, text);
  await page.locator(".composer").dispatchEvent("drop", { dataTransfer });
}

export async function paste(page: Page, name: string): Promise<void> {
  const data = await transfer(page, name, "text/plain", "pegado");
  await page.locator(".composer textarea").evaluate((area, clipboardData) => {
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
    area.dispatchEvent(event);
  }, data);
}

function transfer(page: Page, name: string, type: string, text: string) {
  return page.evaluateHandle(([name, type, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text!], name!, { type }));
    return data;
  }, [name, type, text]);
}

/** Where the parts of a conversation stand in the window, in pixels. */
export function boxesOf(page: Page) {
  return page.evaluate(() => {
    const box = (selector: string) => {
      const { top, bottom, height } = document.querySelector(selector)!.getBoundingClientRect();
      return { top, bottom, height };
    };
    return {
      head: box(".conversation > header"),
      thread: box(".thread"),
      composer: box(".composer"),
      window: innerHeight,
    };
  });
}
