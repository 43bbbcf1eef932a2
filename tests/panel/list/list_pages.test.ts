/** Every list at every width, and the menus of its filters, in a real browser. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const widths = [320, 390, 768, 1024, 1280, 1440, 1920];

const lists = [
  ...["contacts", "clients", "opportunities?view=list", "opportunities", "quotes", "sales"],
  ...["products", "tasks?view=list", "tasks?view=board", "tasks", "employees", "activities"],
  ...["trash", "notifications", "notifications/callbacks", "notifications/phones"],
];

/** So high is a row of three lines with its padding. */
const threeLines = 3 * 20 + 24;

testInBrowser("lists fit every width, and their menus know the whole list", async (world) => {
  await fill(world);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await staysCalm(page, world);
  await offersAll(page, world);
  await saysWhatFailed(page, world);
  await fitsEveryWidth(page, world);
  await foldsTheSidebar(page, world);
  watch.assertClean({ allow: /ERR_FAILED|net::/ });
});

/**
 * More clients than a page shows, each with an opportunity; one of everything, as firms write it.
 */
async function fill(world: World) {
  const api = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(api("POST", path, json), 201);
  const { id: me } = await expectData(api("GET", "/me"));
  const clients: number[] = [];
  for (let n = 0; n < 55; n++) {
    const { id } = await make("/clients", { name: `Reformas Número ${n}`, city: "Valladolid" });
    clients.push(id);
    await make("/opportunities", { title: `Cocina ${n}`, client_id: id });
  }
  const { id: client_id } = await make("/clients", {
    name: "Construcciones y Reformas Hermanos Peñalver",
    email: "administracion@reformas-penalver.example",
    phone: "+34 983 123 456",
    city: "San Sebastián de los Reyes",
    assignee_id: me,
    tags: ["Obra, nueva"],
  });
  const opportunity = await make("/opportunities", {
    title: "Cocina completa de roble con isla y península para el ático",
    client_id,
    amount: 123_456.78,
    expected_close_date: "2027-03-12",
    next_action_at: "2027-01-11T09:30:00Z",
    next_action_note: "Llamar para cerrar la medición y la fecha de entrega",
    assignee_id: me,
    tags: ["Obra, nueva"],
  });
  for (const [n, lost_reason] of ["Precio", "Plazo", "Eligió a otro"].entries()) {
    const { id } = await make("/opportunities", { title: `Perdida ${n}`, client_id: clients[n]! });
    await expectData(api("POST", `/opportunities/${id}/lose`, { lost_reason }));
  }
  const lines = [{ name: "Encimera de granito", quantity: 2, unit_price: 61_728.39, tax_rate: 21 }];
  const quoteOf = () =>
    make("/quotes", {
      opportunity_id: opportunity.id,
      title: "Cocina completa de roble, segunda propuesta con electrodomésticos",
      lines,
    });
  await quoteOf();
  const sold = await quoteOf();
  for (const verb of ["send", "approve"]) await api("POST", `/quotes/${sold.id}/${verb}`, {});
  const { status } = await api("POST", `/quotes/${sold.id}/confirm-sale`, {});
  assert.equal(status, 201);
  await make("/products", {
    name: "Encimera de granito negro Zimbabue pulido de 3 cm con copete",
    sku: "ENC-GRA-ZIM-30",
    unit: "metro",
    unit_price: 12_345.5,
    cost: 9876.5,
    tax_rate: 21,
  });
  await make("/tasks", {
    title: "Medir el hueco de la campana y encargar la salida de humos",
    client_id,
    due_at: "2027-01-11T09:30:00Z",
    priority: "high",
    assignee_id: me,
  });
  await make("/contacts", {
    name: "María del Carmen Fernández-Villaverde",
    email: "maria.carmen.fernandez@villaverde.example",
    message: "Buenos días, querría presupuesto para una cocina de doce metros con isla.",
    assignee_id: me,
    next_action_at: "2027-01-11T09:30:00Z",
  });
  const gone = await make("/clients", { name: "Carpintería que ya no está en el polígono" });
  await expectData(api("DELETE", `/clients/${gone.id}`));
  await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: {
      userId: "maria",
      title: "¿Abrimos mañana aunque sea fiesta en la provincia?",
      body: "Contesta antes de las ocho, por favor.",
      actions: [{ id: "yes", label: "Sí, abrimos" }],
      idempotencyKey: "fiesta",
    },
  });
}

/** Opens a filter that does not stand in the bar. */
async function openRest(page: Page, label: string) {
  await page.getByRole("button", { name: "Filtro", exact: true }).click();
  await page.locator("#more-filters").getByRole("button", { name: label, exact: true }).click();
}

/** The bar has the filters in use and three common ones; the rest is a menu, for keys alone too. */
async function staysCalm(page: Page, world: World) {
  const list = `${world.url}/panel/opportunities?company_id=1&view=list`;
  const bar = page.locator("[data-filters]");
  const labels = () =>
    bar.locator(".chip").evaluateAll((chips) =>
      chips.map((chip) => chip.checkVisibility() ? chip.firstChild!.textContent : "")
    );
  await page.goto(list);
  await alive(page);
  assert.deepEqual(await labels(), ["Estado", "Etapa", "Responsable", ""]);
  await page.keyboard.press("f");
  const focused = page.locator(":focus");
  assert.equal(await focused.textContent(), "Estado");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused.textContent(), "Etapa");
  await page.keyboard.press("f");
  await page.locator("#more-filters:popover-open").waitFor();
  await assertSound(page, "the menu of more filters");
  for (const key of ["ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  assert.equal(await focused.textContent(), "Llegó a la etapa");
  await page.keyboard.press("Enter");
  const stages = page.locator("#filter-reached_stage_id:popover-open");
  await stages.waitFor();
  await page.keyboard.press("Escape");
  await stages.waitFor({ state: "detached" });
  await page.locator("#more-filters :focus", { hasText: "Llegó a la etapa" }).press("Enter");
  await stages.waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/reached_stage_id=/);
  await bar.locator(".chip", { hasText: "Llegó a la etapa es" }).waitFor();
  // A common filter that is in use leaves its place to none of the rest.
  await page.goto(`${list}&status=open`);
  assert.equal((await labels()).length, 4);
}

/** Clients of other pages are offered, with counts in the context of the other filters. */
async function offersAll(page: Page, world: World) {
  await page.goto(`${world.url}/panel/opportunities?company_id=1&view=list`);
  const menu = page.locator("#filter-client_id");
  await openRest(page, "Cliente");
  const search = menu.getByRole("searchbox");
  await menu.getByRole("link", { name: "Reformas Número 0 2" }).waitFor();
  assert.ok(await search.evaluate((input) => input === document.activeElement), "one can type");
  await menu.getByText("Hay más: escribe para encontrarlos.").waitFor();
  await assertSound(page, "the menu of clients");
  await screenshot(page, "filter-menu");
  await search.fill("penalver");
  await menu.getByRole("link", { name: "Construcciones y Reformas Hermanos Peñalver 1" }).waitFor();
  await search.fill("xyz");
  await menu.getByText("No hay coincidencias.").waitFor();
  await search.fill("numero 2");
  await menu.getByRole("link", { name: "Reformas Número 2 2" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/client_id=\d+/);
  await page.locator(".chip", { hasText: "Reformas Número 2" }).waitFor();
  assert.equal(await page.locator("[data-list] tbody tr").count(), 2);

  // Counts are of what the other filters leave.
  const state = page.locator("#filter-status");
  await page.locator('button[popovertarget="filter-status"]').click();
  await state.getByText("Perdida1").waitFor();
  await state.getByText("Ganada0").waitFor();
  await page.keyboard.press("Escape");

  // Reasons of the whole list; what is ticked stays while one looks for another.
  await page.goto(`${world.url}/panel/opportunities?company_id=1&view=list&status=open`);
  await page.goto(`${world.url}/panel/opportunities?company_id=1&view=list`);
  const reasons = page.locator("#filter-lost_reason");
  await openRest(page, "Motivo");
  await reasons.getByRole("checkbox", { name: "Precio 1" }).check();
  await reasons.getByRole("searchbox").fill("eligio");
  await reasons.getByRole("checkbox", { name: "Eligió a otro 1" }).waitFor();
  await reasons.getByRole("searchbox").press("Enter");
  await reasons.getByRole("checkbox", { name: "Plazo 1" }).waitFor();
  assert.ok(await reasons.getByRole("checkbox", { name: "Eligió a otro 1" }).isChecked());
  await reasons.getByRole("button", { name: "Aplicar" }).click();
  await page.waitForURL(/lost_reason=/);
  await page.locator(".chip", { hasText: "Precio o Eligió a otro" }).waitFor();
  assert.equal(await page.locator("[data-list] tbody tr").count(), 2);
  // A client without rows here keeps its name.
  await page.goto(`${world.url}/panel/sales?company_id=1&client_id=1`);
  await page.locator(".chip", { hasText: "Reformas Número 0" }).waitFor();
}

async function saysWhatFailed(page: Page, world: World) {
  await page.route("**/values?*", (route) => route.abort());
  await page.goto(`${world.url}/panel/opportunities?company_id=1&view=list`);
  await openRest(page, "Cliente");
  const menu = page.locator("#filter-client_id");
  await menu.getByText(/^Sin conexión/).waitFor();
  // What the page itself knows is still there.
  await menu.getByRole("link", { name: "Construcciones y Reformas Hermanos Peñalver" }).waitFor();
  await page.unroute("**/values?*");
}

async function fitsEveryWidth(page: Page, world: World) {
  const faults: string[] = [];
  for (const path of lists) {
    await page.goto(`${world.url}/panel/${path}${path.includes("?") ? "&" : "?"}company_id=1`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate((threeLines) => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const rows = [...document.querySelectorAll("[data-list] tbody tr")];
        const search = document.querySelector("main [data-search]")?.getBoundingClientRect();
        const right = document.querySelector("main")!.getBoundingClientRect().right;
        return [
          ...scrollWidth > clientWidth ? [`sideways by ${scrollWidth - clientWidth}`] : [],
          ...rows.flatMap((row) => {
            const { height, right: end } = row.getBoundingClientRect();
            return [
              ...height > threeLines ? [`a row of ${height}: ${row.textContent}`] : [],
              ...end > right ? [`a row ends at ${end}`] : [],
            ];
          }).slice(0, 2),
          // On a phone it is an icon until somebody types.
          ...search && search.width < (clientWidth < 768 ? 44 : 190)
            ? [`a search of ${search.width}`]
            : [],
        ];
      }, threeLines);
      faults.push(...overflow.map((fault) => `${path} at ${width}: ${fault}`));
      if (Deno.env.get("SCREENSHOT_DIR")) {
        await screenshot(page, `list-${path.replace(/\W/g, "-")}-${width}`);
      }
    }
  }
  assert.deepEqual(faults, []);

  // Nothing is lost: what has no column stands in the row.
  await page.goto(`${world.url}/panel/quotes?company_id=1`);
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.locator("[data-list] tbody tr").first();
    assert.match(await row.innerText(), /segunda propuesta/, `${width}`);
    assert.match(await row.innerText(), /Ana Ruiz/, `${width}`);
  }
}

async function foldsTheSidebar(page: Page, world: World) {
  const width = () => page.locator("header.frame").evaluate((bar) => bar.clientWidth);
  const toggle = page.getByRole("button", { name: "Plegar o desplegar el menú" });
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`${world.url}/panel/quotes?company_id=1`);
  await alive(page);
  assert.ok(await width() < 70, "icons only where there is little room");
  const place = page.getByRole("link", { name: /^Ventas/ });
  assert.equal(await place.getAttribute("title"), "Ventas");
  await assertSound(page, "the folded sidebar");
  await screenshot(page, "sidebar-slim");
  await toggle.click();
  await until(async () => await width() > 200, { what: "it to unfold" });
  await page.reload();
  assert.ok(await width() > 200, "it stays so");
  await alive(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await toggle.click();
  await until(async () => await width() < 70, { what: "it to fold" });
  await place.click();
  await page.waitForURL(/\/panel\/sales/);
  assert.ok(await width() < 70, "on other pages too");
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await width() > 300, "a phone has its bar above");
}
