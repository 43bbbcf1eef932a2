/** Calls that the server refuses with 429 (RFC 6585, section 4) are made again when it says. */
import assert from "node:assert/strict";
import { retryAfterMs } from "@/lib/input/retry_after.ts";
import { askAgain } from "@/lib/panel/api/ask_again.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const utc = (at: Date) => at.toUTCString();
const asctime = (at: Date) => {
  const [, weekday, day, month, year, time] = /^(\w+), 0?(\d+) (\w+) (\d+) (\S+)/.exec(utc(at))!;
  return `${weekday} ${month} ${day!.padStart(2)} ${time} ${year}`;
};

/** Times that a real server is asked, and the waits between, while it says `says`. */
async function asked(says: () => string | null, refusals = 1) {
  let requests = 0;
  await using server = startReceiver({
    handler: () => {
      if (++requests > refusals) return new Response("taken");
      const header = says();
      const headers: HeadersInit = header === null ? {} : { "Retry-After": header };
      return new Response("busy", { status: 429, headers });
    },
  });
  const waits: number[] = [];
  const ask = () => fetch(server.url, { method: "POST", body: "same" });
  const answer = await askAgain(await ask(), ask, (ms) => {
    waits.push(ms);
    return Promise.resolve();
  });
  const bodies = server.requests.map(({ body }) => new TextDecoder().decode(body));
  assert.ok(bodies.every((body) => body === "same"), "each time the same call");
  await answer.body?.cancel();
  return { status: answer.status, requests, waits };
}

Deno.test("the wait after a 429 is the server's, in seconds", async () => {
  for (
    const [says, waitMs] of [["3", 3_000], [" 5 ", 5_000], ["1", 1_000], ["0", 1_000]] as const
  ) {
    const expected = { status: 200, requests: 2, waits: [waitMs] };
    assert.deepEqual(await asked(() => says), expected, says);
  }
});

Deno.test("the wait after a 429 is until the server's date", async () => {
  for (const form of [utc, asctime]) {
    const { status, waits: [waitMs] } = await asked(() => form(inSeconds(4)));
    assert.equal(status, 200);
    assert.ok(waitMs! > 1_000 && waitMs! <= 4_000, `${form.name}: ${waitMs}`);
    const over = await asked(() => form(inSeconds(-3_600)));
    assert.deepEqual(over, { status: 200, requests: 2, waits: [1_000] }, form.name);
  }
});

Deno.test("without a time that can be read, a 429 is asked again after a second", async () => {
  const odd = ["", "soon", "-5", "1.5", "3 s", "0x10", "١٢", "in 2099", "Infinity", "1e3", "3, 4"];
  for (const says of [null, ...odd.filter((one) => /^[\x20-\x7e]*$/.test(one))]) {
    const expected = { status: 200, requests: 2, waits: [1_000] };
    assert.deepEqual(await asked(() => says), expected, String(says));
  }
  for (const says of odd) assert.equal(retryAfterMs(says), 0, says);
});

Deno.test("a Retry-After that is too long fails at once", async () => {
  const far = [() => "6", () => "3600", () => "9".repeat(400), () => utc(inSeconds(86_400))];
  for (const says of far) {
    assert.deepEqual(await asked(says), { status: 429, requests: 1, waits: [] }, says());
  }
});

Deno.test("a server that stays busy is asked three times", async () => {
  const busy = await asked(() => "2", 9);
  assert.deepEqual(busy, { status: 429, requests: 3, waits: [2_000, 2_000] });
});

testInBrowser("a save refused by a busy server is retried or reported", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/tasks?company_id=1`);
  await alive(page);
  const asks: number[] = [];
  let says = "3";
  let refusals = 1;
  await page.route("**/api/admin/tasks?*", async (route) => {
    if (route.request().method() !== "POST") return await route.fallback();
    asks.push(performance.now());
    if (asks.length > refusals) return await route.fallback();
    const error = { success: false, error: "Demasiadas peticiones", code: "rate_limited" };
    await route.fulfill({ status: 429, headers: { "Retry-After": says }, json: error });
  });
  const titles = async () => {
    const tasks = await expectData(apiOf(world, people.ana)("GET", "/tasks"));
    return tasks.map(({ title }: { title: string }) => title);
  };
  const line = page.getByLabel("Nueva tarea");
  await line.fill("Medir la cocina");
  await line.press("Enter");
  await page.getByRole("link", { name: "Medir la cocina" }).first().waitFor();
  assert.equal(asks.length, 2);
  assert.ok(asks[1]! - asks[0]! >= 2_900, `${asks[1]! - asks[0]!} ms`);
  assert.deepEqual(await titles(), ["Medir la cocina"]);

  [says, refusals] = ["3600", Infinity];
  asks.length = 0;
  await line.fill("Pintar la puerta");
  await line.press("Enter");
  await page.getByText("Demasiadas peticiones").first().waitFor();
  await until(async () => await line.inputValue() === "Pintar la puerta", {
    what: "what was typed",
  });
  assert.equal(asks.length, 1);
  assert.deepEqual(await titles(), ["Medir la cocina"]);
  watch.assertClean({ allow: /status of 429/ });
});
