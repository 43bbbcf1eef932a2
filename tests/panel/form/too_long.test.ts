/** Text that is too long: nothing is cut, the field says by how much, and its form is not sent. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { digestOf } from "@/lib/access/tokens.ts";
import { makeScene } from "../../isolation/things.ts";
import { ask, inTenant } from "../../notify/scene.ts";
import { phoneBrowser } from "../../phone/support/hand.ts";
import { sourceFiles } from "../../tidy/sources.ts";
import { until } from "../../support/wait.ts";
import { browserOf, testInBrowser } from "../scene.ts";
import { asOperator, inTabs, pathsOfPages } from "../pages/walk.ts";

Deno.test("no field has a limit at which browsers cut what is typed or pasted", async () => {
  const folder = new URL("../../../", import.meta.url);
  const pages = sourceFiles().filter((file) =>
    /^(components|gateway|islands|lib|routes)\//.test(file)
  )
    .filter((file) => file.endsWith(".tsx"));
  assert.ok(pages.length > 100);
  const cutting = [];
  for (const file of pages) {
    const source = await Deno.readTextFile(new URL(file, folder));
    if (/<(input|textarea)\b[^>]*\smaxlength=/i.test(source)) cutting.push(file);
  }
  assert.deepEqual(cutting, []);
});

/** Types 10 characters too many into each field that stands on the page. @returns what was wrong */
async function overfill(page: Page): Promise<{ names: string[]; faults: string[] }> {
  return await page.evaluate(async () => {
    const names: string[] = [];
    const faults: string[] = [];
    const drawn = () =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    type Control = HTMLInputElement | HTMLTextAreaElement;
    for (const control of document.querySelectorAll<Control>("input, textarea")) {
      const name = control.name || control.id || control.outerHTML.slice(0, 80);
      if (control.maxLength >= 0) faults.push(`${name} cuts`);
      if (!control.dataset.most || control.disabled || control.readOnly) continue;
      names.push(name);
      const most = Number(control.dataset.most);
      const proto = Object.getPrototypeOf(control);
      const type = (text: string) => {
        Object.getOwnPropertyDescriptor(proto, "value")!.set!.call(control, text);
        control.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      const noteOf = () => {
        const ids = (control.getAttribute("aria-describedby") ?? "").split(" ");
        return ids.map((id) => document.getElementById(id))
          .find((one) => one?.className === "too-many");
      };
      const before = control.value;
      for (const letter of ["é", "🦉"]) {
        const typed = letter.repeat(most + 10);
        type(typed);
        // The panel fetches what counts with the first field that is entered.
        for (let n = 0; n < 200 && !noteOf(); n++) {
          control.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
          await drawn();
        }
        if (control.value !== typed) faults.push(`${name}: ${control.value.length} of ${letter}`);
        const note = noteOf();
        const isNoted = note?.textContent === "Sobran 10 caracteres" &&
          note.getAttribute("role") === "status" && control.ariaInvalid === "true";
        if (!isNoted) faults.push(`${name}: ${letter} says ${note?.textContent}`);
      }
      type("é".repeat(most));
      await drawn();
      if (document.querySelector(".too-many")) faults.push(`${name}: says so of what fits`);
      type(before);
      await drawn();
    }
    return { names, faults };
  });
}

/** Pages of which a dialog opens by `#new`. */
const withDialog = new Set(
  ["employees", "opportunities", "contacts", "clients", "products", "events", "settings/channels"]
    .map((page) => `/panel/${page}`),
);

testInBrowser(
  "each field of the panel says what is too many",
  async (world) => {
    const scene = await makeScene(world);
    await using browser = await browserOf(world, "ana");
    const fields = new Set<string>();
    const faults: string[] = [];
    await inTabs(browser, await pathsOfPages(scene, /./), async (page, path) => {
      const answer = await page.goto(`${world.url}${path}?company_id=1`);
      if (answer!.status() !== 200) return;
      const look = async (where: string) => {
        const result = await overfill(page);
        result.names.forEach((name) => fields.add(`${path} ${name}`));
        faults.push(...result.faults.map((fault) => `${where}: ${fault}`));
      };
      await look(path);
      if (!withDialog.has(path)) return;
      await page.goto("about:blank");
      await page.goto(`${world.url}${path}?company_id=1#new`);
      await page.locator("dialog[open] [data-most]").first().waitFor();
      await look(`${path}, its dialog`);
    });
    assert.deepEqual(faults, []);
    assert.ok(fields.size > 60, [...fields].join("\n"));
    for (const part of ["/panel/settings/", "/panel/clients "]) {
      assert.ok([...fields].some((field) => `${field} `.includes(part)), part);
    }
  },
  asOperator,
);

testInBrowser("a form with a text that is too long is not sent", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await page.goto(`${world.url}/panel/clients?company_id=1#new`);
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") urls.push(request.url());
  });
  const name = page.locator("dialog[open] [name=new-name]");
  await name.fill("🦉".repeat(201));
  await page.locator(".too-many", { hasText: "Sobra 1 carácter" }).waitFor();
  await page.locator("dialog[open] h2").click();
  await page.locator("dialog[open] button[type=submit]").click();
  await until(() => name.evaluate((field) => field === document.activeElement), {
    what: "the focus on the field",
  });
  assert.deepEqual(urls.filter((url) => url.includes("/clients")), []);
  await name.fill("🦉".repeat(200));
  await page.locator(".too-many").waitFor({ state: "detached" });
  await page.locator("dialog[open] button[type=submit]").click();
  await until(() => urls.some((url) => url.includes("/clients")), {
    what: "the client to be sent",
  });
});

testInBrowser("the page of a mail's link keeps an answer that is too long", async (world) => {
  const id = await ask(world, { title: "هل نفتح غدا؟", body: "מחר חג." });
  const token = "rla_too_long";
  await inTenant(world, (trx) =>
    trx.insertInto("answer_links").values({
      id: crypto.randomUUID(),
      company_id: 1,
      notification_id: id,
      user_id: "maria",
      digest: digestOf(token),
    }).execute());
  await using browser = await browserOf(world, null);
  const { page } = browser;
  await page.goto(`${world.url}/phone/answer/${token}`);
  const { names, faults } = await overfill(page);
  assert.deepEqual([names, faults], [["reply"], []]);
  // What a person wrote decides the direction that it is shown in.
  const directions = await page.locator("h2, .body, textarea").evaluateAll((parts) =>
    parts.map((part) => [part.getAttribute("dir"), getComputedStyle(part).direction])
  );
  assert.deepEqual(directions, [["auto", "rtl"], ["auto", "rtl"], ["auto", "ltr"]]);
  // Without a script the server says it, beside the text as it was.
  const reply = "é".repeat(510);
  const body = new URLSearchParams({ reply });
  const answer = await world.call("POST", `/phone/answer/${token}`, { body });
  assert.equal(answer.status, 422);
  assert.match(answer.body, /500 caracteres|500 characters/);
  assert.ok(answer.body.includes(reply));
});

testInBrowser("a field of the phone app says how many characters are too many", async (world) => {
  await using browser = await phoneBrowser();
  const { page } = browser;
  await page.goto(`${world.url}/phone`);
  await page.locator("input[data-most]").first().waitFor();
  const { names, faults } = await overfill(page);
  assert.deepEqual(faults, []);
  assert.ok(names.length > 0);
  const code = page.locator("input.code");
  await code.fill("A".repeat(18));
  assert.equal((await code.inputValue()).replaceAll("-", ""), "A".repeat(18));
});
