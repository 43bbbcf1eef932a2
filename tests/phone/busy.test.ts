/** Answers that a busy server refuses with 429 leave when it says. */
import assert from "node:assert/strict";
import { testInBrowser } from "../panel/scene.ts";
import { until } from "../support/wait.ts";
import { answersTo, holdPairing, phoneBrowser, rowOf, send } from "./support/hand.ts";

testInBrowser("an answer waits as a busy server asks, and leaves once", async (world) => {
  await using browser = await phoneBrowser();
  const { page, context, watch } = browser;
  await holdPairing(world, browser, "maria");
  const id = await send(world, { title: "¿Abrimos?", actions: [{ id: "y", label: "Sí" }] });
  const asks: number[] = [];
  // The page or the worker sends it.
  await context.route("**/api/phone/notifications/*/response*", async (route) => {
    asks.push(performance.now());
    if (asks.length > 1) return await route.fallback();
    const error = { success: false, error: "Demasiadas peticiones", code: "rate_limited" };
    await route.fulfill({ status: 429, headers: { "Retry-After": "3" }, json: error });
  });
  await page.goto(`${world.url}/phone`);
  const row = rowOf(page, "¿Abrimos?");
  await row.getByRole("button", { name: "Sí" }).click();
  await row.getByText("Respondido: Sí").waitFor();
  assert.equal(asks.length, 2);
  assert.ok(asks[1]! - asks[0]! >= 2_900, `${asks[1]! - asks[0]!} ms`);
  const answers = await until(() => answersTo(world, id), { what: "the answer" });
  assert.deepEqual(answers.map(({ action }) => action?.id), ["y"]);
  watch.assertClean({ allow: /status of 429/ });
});
