/** What is shown on the phone is told once; a file that was given up is fetched again. */
import assert from "node:assert/strict";
import { inDatabase } from "../../crm/scene.ts";
import { testInBrowser } from "../../panel/scene.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { holdPhone, phoneBrowser } from "../support/hand.ts";
import { message, phoneChat } from "./scene.ts";

const sender = JSON.stringify({ id: "34600111222", name: null, email: null, phone: null });

/** The message of each account's person that was seen last. */
async function seenOf(world: World): Promise<(string | null)[]> {
  const rows = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("account_people").select("seen_key").where("company_id", "=", 1).execute(),
  );
  return rows.map(({ seen_key }) => seen_key);
}

testInBrowser("who only reads on the phone tells it, once each", async (world) => {
  const { luis, file } = await phoneChat(world, { settings: { read_marks: true } });
  await file("in", "¿Hola?", { external_id: "wamid.a", sender });
  await using browser = await phoneBrowser();
  const { page, context, watch } = browser;
  await holdPhone(browser, world.url, luis);
  const marks: unknown[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/seen")) marks.push(request.postDataJSON().newest);
  });
  // A list shows its beginning alone.
  await page.goto(`${world.url}/phone#talks`);
  await page.getByRole("link", { name: "Marta Gil" }).waitFor();
  assert.deepEqual(await seenOf(world), [null]);
  // Without a connection nothing is told, and it is made good.
  await page.route("**/seen*", (route) => route.abort(), { times: 1 });
  await page.getByRole("link", { name: "Marta Gil" }).click();
  await message(page, "¿Hola?").waitFor();
  await until(async () => (await seenOf(world))[0] === "wamid.a", { what: "the first to be told" });
  const newer = await file("in", "¿Estáis?", { external_id: "wamid.b", sender });
  await message(page, "¿Estáis?").waitFor();
  await until(async () => (await seenOf(world))[0] === "wamid.b", { what: "the next to be told" });
  // It is read again, and nothing is told again.
  await page.waitForResponse(/conversations\/\d+\?/);
  await page.waitForResponse(/conversations\/\d+\?/);
  assert.deepEqual(marks.slice(-1), [newer]);
  assert.equal(marks.length, 3, "the one that was lost, and each once");
  watch.assertClean({ allow: /ERR_FAILED/ });
});

testInBrowser("a file that was given up is tried again from the phone", async (world) => {
  const { luis, address, file, accountId } = await phoneChat(world);
  const id = await file("in", "", { external_id: "wamid.voice" });
  const ids = await inDatabase(world, 1, async (trx) => {
    const ids: Record<string, string> = {};
    for (const problem of ["unreachable", "expired"] as const) {
      ids[problem] = crypto.randomUUID();
      await trx.insertInto("files").values({
        ...{ id: ids[problem], company_id: 1, name: `${problem}.ogg`, message_id: id },
        ...{ type: "audio/ogg", state: "left_out" },
      }).execute();
      await trx.insertInto("file_fetches").values({
        ...{ company_id: 1, account_id: accountId, file_id: ids[problem], due_at: null, problem },
        source: JSON.stringify({ mediaId: null, url: null, sha256: null, isStory: false }),
      }).execute();
    }
    return ids;
  });
  await using browser = await phoneBrowser();
  const { page, watch } = browser;
  await holdPhone(browser, world.url, luis);
  await page.goto(world.url + address);
  await page.getByText("expired.ogg (era de una historia, que se guarda 24 horas)").waitFor();
  const again = page.getByRole("button", { name: /^Reintentar: / });
  assert.equal(await again.count(), 1);
  const answered = page.waitForResponse(/\/retry/);
  await page.getByRole("button", { name: "Reintentar: unreachable.ogg" }).click();
  const { data } = await (await answered).json();
  const { coming } = data.files.find((one: { id: string }) => one.id === ids.unreachable);
  assert.equal(coming, true);
  await page.getByText("Se busca otra vez").waitFor();
  watch.assertClean();
});
