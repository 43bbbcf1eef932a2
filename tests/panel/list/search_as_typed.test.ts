/** The search of a list filters while one types: nothing typed is lost, and the address is the state. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const member = people.ana;

async function make(world: World, list: string, json: unknown): Promise<number> {
  const created = await world.call("POST", `/api/admin/${list}`, { member, json });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data.id;
}

const namesOn = (page: Page) =>
  page.locator("[data-list] tbody tr").evaluateAll((rows) =>
    rows.map((row) => row.querySelector(".row-link")!.textContent!.trim())
  );

async function assertNames(page: Page, wanted: string[]): Promise<void> {
  await until(async () => {
    const names = await namesOn(page);
    return names.length === wanted.length &&
      wanted.every((name, at) => names[at]!.includes(name));
  }, { what: `rows ${wanted.join()}` });
}

const queryOf = (page: Page) => new URL(page.url()).searchParams.get("q");

/** Ana at the list of three clients, and its field. */
function testSearch(name: string, walk: (page: Page, field: Locator) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    for (const name of ["Sol Alto", "Sol Bajo", "Luna"]) {
      await make(world, "clients", { name, kind: name === "Sol Bajo" ? "person" : "company" });
    }
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/clients?sort=name`);
    await alive(page);
    await walk(page, page.getByRole("searchbox", { name: "Buscar en la lista" }));
    watch.assertClean();
  });
}

testSearch("a search loses no key while its first answer is late", async (page, field) => {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(/\/panel\/clients\?.*q=/, async (route) => {
    if (isFirst) {
      isFirst = false;
      await gate;
    }
    await route.continue().catch(() => {});
  });
  await page.keyboard.press("/");
  await page.keyboard.type("so");
  await until(() => !isFirst, { what: "the first search" });
  await page.keyboard.type("l baj");
  await assertNames(page, ["Sol Bajo"]);
  letGo();
  assert.equal(await field.inputValue(), "sol baj");
  assert.equal(await field.evaluate((input) => input === document.activeElement), true);
  assert.equal(queryOf(page), "sol baj");
  for (let keys = 0; keys < 4; keys++) await page.keyboard.press("Backspace");
  await assertNames(page, ["Sol Alto", "Sol Bajo"]);
  await page.getByText("2 resultados", { exact: true }).waitFor({ state: "attached" });
  await assertSound(page, "while searching");
});

testSearch("files, selection and filters follow the search", async (page, field) => {
  await field.fill("sol");
  await assertNames(page, ["Sol Alto", "Sol Bajo"]);
  const file = page.getByRole("link", { name: "Descargar CSV" });
  assert.match((await file.getAttribute("href"))!, /q=sol&|q=sol$/);
  await page.getByLabel("Seleccionar la página").check();
  await page.getByRole("toolbar").getByText("2 seleccionados").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Tipo", exact: true }).click();
  // Counted among what was typed: the third client is a company, too.
  await page.getByRole("link", { name: "Empresa 1", exact: true }).waitFor();
  await page.getByRole("link", { name: "Persona 1", exact: true }).click();
  await page.waitForURL(/kind=person/);
  assert.equal(queryOf(page), "sol");
  await assertNames(page, ["Sol Bajo"]);
  await page.goBack();
  await assertNames(page, ["Sol Alto", "Sol Bajo"]);
  assert.equal(await field.inputValue(), "sol");
});

testSearch("a stretch of typing is one step of the history", async (page, field) => {
  await field.fill("lun");
  await assertNames(page, ["Luna"]);
  await field.press("Enter");
  await until(
    () => page.evaluate(() => document.activeElement?.matches("a.row-link") ?? false),
    { what: "the first row has the focus" },
  );
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Luna" }).waitFor();
  await page.goBack();
  await assertNames(page, ["Luna"]);
  assert.equal(await field.inputValue(), "lun");
  await page.goBack();
  await assertNames(page, ["Luna", "Sol Alto", "Sol Bajo"]);
  assert.equal(await field.inputValue(), "");
  await page.goForward();
  await assertNames(page, ["Luna"]);
  assert.equal(await field.inputValue(), "lun");
});

testSearch("a search goes on from a page without any match", async (page, field) => {
  await field.fill("zzz");
  await page.getByText("Nada coincide con los filtros.").waitFor();
  await page.reload();
  await alive(page);
  await field.fill("alto");
  await assertNames(page, ["Sol Alto"]);
});

testInBrowser("amounts are typed from and to, and the whole list is summed", async (world) => {
  const client_id = await make(world, "clients", { name: "Muebles Ruiz" });
  for (const amount of [500, 1500.5, 2000, 90_000]) {
    await make(world, "opportunities", { title: `De ${amount}`, client_id, amount });
  }
  const sumsOn = (page: Page) =>
    page.locator("[data-sum]").evaluateAll((sums) =>
      sums.map((sum) => sum.textContent!.replaceAll("\u00a0", " "))
    );
  for (const [locale, words] of Object.entries(inWords)) {
    await using browser = await browserOf(world, "ana", {
      ...{ locale: locale as keyof typeof inWords, width: words.width, colorScheme: "dark" },
    });
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/opportunities?view=list&sort=amount&per_page=2`);
    await alive(page);
    assert.deepEqual(await sumsOn(page), words.all);
    const chip = page.locator(".filters-button");
    await (words.width === 390 ? chip : page.locator("[popovertarget=more-filters]")).click();
    await page.locator("#more-filters").getByRole("button", { name: words.amount, exact: true })
      .click();
    const menu = page.getByRole("form", { name: words.amount });
    await menu.getByLabel(words.from).fill(words.typed[0]);
    await menu.getByLabel(words.to).fill(words.typed[1]);
    await assertSound(page, "with the amounts");
    await menu.getByRole("button", { name: words.apply }).click();
    await page.locator(".chip", { hasText: words.chip }).waitFor({ state: "attached" });
    assert.deepEqual(await sumsOn(page), words.some);
    if (words.width === 390) await chip.click();
    await page.getByRole("button", { name: words.chipButton }).click();
    assert.equal(await menu.getByLabel(words.from).inputValue(), words.shown);
    await menu.getByLabel(words.to).fill("");
    await menu.getByLabel(words.from).fill("");
    await menu.getByRole("button", { name: words.apply }).click();
    await until(async () => (await sumsOn(page))[0] === "4", { what: "no bounds" });

    await page.goto(`${world.url}/panel/opportunities?view=list&amount_from=mucho`);
    await page.getByText(/amount_from/).waitFor();
    await page.goto(`${world.url}/panel/opportunities?view=list&created_at_from=2026-10-01`);
    await page.locator(".chip", { hasText: words.day }).waitFor({ state: "attached" });
    watch.assertClean();
  }
});

const inWords = {
  "es-ES": {
    width: 1440,
    amount: "Importe neto",
    from: "desde",
    to: "hasta",
    apply: "Aplicar",
    typed: ["1.500,50", "2000"],
    shown: "1500,5",
    chip: "desde 1.500,5 hasta 2.000",
    day: "desde 1 oct 2026",
    chipButton: /^Importe neto desde/,
    all: ["4", "94.000,50 €", "9.400,05 €"],
    some: ["2", "3.500,50 €", "350,05 €"],
  },
  "en-GB": {
    width: 390,
    amount: "Net amount",
    from: "from",
    to: "to",
    apply: "Apply",
    typed: ["1,500.50", "2000"],
    shown: "1500.5",
    chip: "from 1,500.5 to 2,000",
    day: "from 1 Oct 2026",
    chipButton: /^Net amount from/,
    all: ["4", "€94,000.50", "€9,400.05"],
    some: ["2", "€3,500.50", "€350.05"],
  },
} as const;
