/** Quiet hours, muted senders and snoozes, set on the phone and kept by the server. */
import assert from "node:assert/strict";
import { laterTimes } from "@/lib/phone/later.ts";
import { assertSound, testInBrowser } from "../panel/scene.ts";
import { screenshot } from "../support/browser.ts";
import { until } from "../support/wait.ts";
import { answer } from "../notify/scene.ts";
import { holdPairing, phoneBrowser, rowOf, send } from "./support/hand.ts";

Deno.test("snooze offers only times before the notification's end, by the phone's clock", () => {
  const at = (now: string, expiresAt: string | null = null) =>
    laterTimes(Date.parse(now), expiresAt, "Europe/Madrid")
      .map(([name, at]) => `${name} ${at.toISOString().slice(5, 16)}`);
  assert.deepEqual(at("2026-11-20T10:00:00Z"), [
    ...["hour 11-20T11:00", "evening 11-20T19:00", "morning 11-21T08:00", "day 11-21T10:00"],
  ]);
  assert.deepEqual(at("2026-11-20T19:30:00Z"), [
    ...["hour 11-20T20:30", "morning 11-21T08:00", "day 11-21T19:30"],
  ]);
  assert.deepEqual(at("2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z"), ["hour 11-20T11:00"]);
  // Clocks change on the way.
  assert.equal(at("2026-10-24T10:00:00Z")[2], "morning 10-25T08:00");
});

testInBrowser("quiet hours set on the phone hold on the server", async (world) => {
  await using browser = await phoneBrowser();
  const { page, watch } = browser;
  await holdPairing(world, browser, "maria");
  const { token } = await world.pairPhone("maria");
  const read = async (path: string) =>
    (await world.call("GET", `/api/phone/${path}`, { device: token })).body.data;
  await page.goto(`${world.url}/phone#settings`);

  await page.getByRole("switch", { name: "Guardar silencio por horas" }).check();
  await until(async () => (await read("attention")).quiet?.from === "22:00", { what: "the hours" });
  await page.getByLabel("Desde").fill("21:30");
  await page.getByLabel("sábado").uncheck({ force: true });
  await page.getByRole("switch", { name: "Lo urgente llega igual" }).uncheck();
  await until(async () => {
    const { quiet } = await read("attention");
    return quiet.from === "21:30" && !quiet.days.includes(6) && !quiet.highPasses;
  }, { what: "the changes" });
  await assertSound(page, "the phone's settings");
  await screenshot(page, "phone-quiet-hours");

  const id = await send(world, {
    title: "¿Abrimos?",
    sender: "Agenda",
    actions: [{ id: "y", label: "Sí" }],
  });
  await page.goto(`${world.url}/phone`);
  await rowOf(page, "¿Abrimos?").getByRole("link").first().click();
  await page.getByRole("button", { name: "Más tarde…" }).click();
  await assertSound(page, "the menu of a notification");
  await page.getByRole("button", { name: /^En 1 hora/ }).click();
  await page.getByText(/^Pospuesto hasta/).waitFor();
  assert.ok((await read(`notifications/${id}`)).snoozedUntil);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await until(async () => (await read(`notifications/${id}`)).snoozedUntil === null, {
    what: "the snooze to be taken back",
  });
  await page.getByRole("button", { name: "Más tarde…" }).click();
  await page.getByRole("button", { name: "Silenciar a Agenda" }).click();
  await until(async () => (await read("attention")).muted.includes("Agenda"), {
    what: "the muting",
  });
  await page.goto(`${world.url}/phone#settings`);
  await page.reload();
  await page.getByRole("button", { name: "Dejar de silenciar a Agenda" }).click();
  await until(async () => (await read("attention")).muted.length === 0, { what: "the unmuting" });

  const eva = await world.pairPhone("eva");
  await page.goto(`${world.url}/phone`);
  const first = await send(world, {
    ...{ userId: undefined, userIds: ["maria", "eva"], title: "¿Quién va?", answers: "first" },
    actions: [{ id: "y", label: "Yo" }],
  });
  await rowOf(page, "¿Quién va?").getByRole("button", { name: "Yo" }).waitFor();
  await answer(world, eva, first, { actionId: "y" });
  await rowOf(page, "¿Quién va?").getByText("eva ya ha respondido").waitFor();
  watch.assertClean();
});
