/** At a phone's width, in the dark: what is left to write after a day, and what went wrong. */
import assert from "node:assert/strict";
import { inDatabase } from "../../crm/scene.ts";
import { addPerson, connectMeta } from "../../channels/meta/accounts.ts";
import { refuseSends } from "../../support/graph/sends.ts";
import { goNow } from "../../channels/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";
import { chat } from "./chat_scene.ts";

const look = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
const hour = 3_600_000;

testInBrowser("a person may answer for a week, and is told until when", async (world) => {
  const settings = { human_agent: true };
  const page = await connectMeta(world, "facebook", { settings });
  const heardAt = new Date(Date.now() - 30 * hour);
  const contactId = await addPerson(world, page, { id: "7012345678901234", heardAt });
  await using browser = await browserOf(world, "ana", look);
  const { page: tab, watch } = browser;
  await tab.goto(`${world.url}/panel/contacts/${contactId}`);
  await alive(tab);
  await tab.getByLabel("What it goes by").selectOption(`${page.id}`);
  const form = tab.locator("form.composer");
  await form.getByText("you can answer, as a person, until").waitFor();
  assert.ok(await form.getByRole("button", { name: "Send", exact: true }).isEnabled());
  await assertSound(tab, "a person's own answer");
  await screenshot(tab, "composer-agent-390");
  watch.assertClean();
}, { hasGraph: true });

testInBrowser("a message that fails says why, and which id it went to", async (world) => {
  const number = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, number, { id: "34600111222", name: "Marta Gil" });
  const later = "ES.13491208655302741918";
  await inDatabase(world, 1, async (trx) => {
    await trx.insertInto("identities").values({
      ...{ company_id: 1, contact_id: contactId, kind: "account_id", source: "channel" },
      value: `${number.id}:${later}`,
    }).execute();
    await trx.insertInto("account_people").values({
      ...{ company_id: 1, account_id: number.id, person_id: later, heard_at: new Date() },
    }).execute();
  });
  await using browser = await browserOf(world, "ana", look);
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts/${contactId}`);
  await alive(page);
  await page.getByLabel("What it goes by").selectOption(`${number.id}`);
  await page.locator("form.composer").getByText("…1918").waitFor();
  refuseSends(world.graph, { code: 131026 });
  await page.getByLabel("Write a message").fill("Hello");
  await page.keyboard.press("Control+Enter");
  const thread = page.getByRole("group", { name: "Conversation" });
  await until(async () => {
    await goNow(world);
    return await thread.getByText(/they may lack WhatsApp/).count() > 0;
  }, { what: "the reason" });
  await thread.getByRole("button", { name: "Try again" }).waitFor();
  await assertSound(page, "a message that failed");
  await screenshot(page, "message-failed-390");
  watch.assertClean();
}, { hasGraph: true });

testInBrowser("a file that was given up says so and is asked for again", async (world) => {
  const { accountId, contactId, file, attach } = await chat(world);
  const id = await file("in", "Here is the plan");
  await attach(id, { name: "plan.pdf", type: "application/pdf", state: "left_out" });
  const source = { mediaId: "1", url: null, sha256: null, isStory: false };
  await inDatabase(world, 1, async (trx) => {
    const { id: file_id } = await trx.selectFrom("files").select("id")
      .where("company_id", "=", 1).where("message_id", "=", id).executeTakeFirstOrThrow();
    await trx.insertInto("file_fetches").values({
      ...{ company_id: 1, file_id, account_id: accountId, source: JSON.stringify(source) },
      ...{ due_at: null, problem: "unreachable" },
    }).execute();
  });
  await using browser = await browserOf(world, "ana", look);
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts/${contactId}`);
  await alive(page);
  const again = page.getByRole("button", { name: /plan\.pdf/ });
  await again.waitFor();
  await assertSound(page, "a file that was given up");
  await screenshot(page, "file-left-out-390");
  await again.press("Enter");
  await page.getByText("“plan.pdf” is still coming").waitFor();
  watch.assertClean();
});
