/** The team, and the trash: who has what open, how people leave, and how records come back. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** Opens a page and waits until its islands answer. */
async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await alive(page);
}

interface Team {
  world: World;
  page: Page;
  ana: Api;
  make(path: string, json: object): ReturnType<typeof expectData>;
}

function testTeam(name: string, walk: (team: Team) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    const ana = apiOf(world, people.ana);
    const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
    await using browser = await browserOf(world, "ana");
    await walk({ world, page: browser.page, ana, make });
  });
}

const email = "nuria@primary.example";

/** A colleague with three contacts, a client, an opportunity, a task and a key. */
async function addNuria({ world, make }: Team) {
  const { user_id: userId } = await make("/employees", { email, role: "montaje" });
  for (let at = 0; at < 3; at++) {
    await make("/contacts", { name: `Pilar ${at}`, assignee_id: userId });
  }
  const client = await make("/clients", { name: "Muebles Ruiz", assignee_id: userId });
  const owned = { client_id: client.id, assignee_id: userId };
  await make("/opportunities", { title: "Cocina", ...owned });
  await make("/tasks", { title: "Medir", ...owned });
  await expectData(apiOf(world, email)("POST", "/keys", { name: "almacén" }), 201);
  return { userId, client, own: `/panel/employees/${userId}?company_id=1` };
}

testTeam("somebody is added by keys, and their role saves itself", async ({ world, page, ana }) => {
  await go(page, world, "/panel/employees?company_id=1");
  await page.keyboard.press("c");
  await page.getByLabel("Correo").fill("nuria@primary.example");
  await page.getByLabel("Función").fill("taller");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "nuria@primary.example" }).waitFor();
  await page.getByText("Aún no ha entrado").waitFor();
  await page.getByText(/Dile que abra este panel .* con nuria@primary\.example/).waitFor();
  const userId = Number(/employees\/(\d+)/.exec(page.url())![1]);
  await alive(page);
  await page.getByLabel("Función").fill("montaje");
  await page.keyboard.press("Enter");
  const nuria = () => expectData(ana("GET", `/employees/${userId}`));
  await until(async () => (await nuria()).role === "montaje");
});

testTeam("each number of the team leads to as many records", async (team) => {
  const { world, page } = team;
  const { userId, own } = await addNuria(team);
  await go(page, world, "/panel/employees?company_id=1");
  await assertSound(page, "employees");
  const row = page.locator(`[data-id="${userId}"]`);
  await row.getByRole("link", { name: "3", exact: true }).click();
  await page.getByText("1–3 de 3").waitFor();
  await page.goBack();
  await row.locator("a.row-link").click();
  await page.waitForURL(`**${own}`);
  await alive(page);
  await assertSound(page, "employee");
});

testTeam("a member who would leave is told so first", async ({ world, page, ana }) => {
  const [{ user_id: anaId }] = await expectData(ana("GET", "/employees?q=ana"));
  await go(page, world, `/panel/employees/${anaId}?company_id=1`);
  await page.getByRole("button", { name: "Desactivar…" }).click();
  await page.getByRole("dialog", { name: "Dejar la empresa" }).getByText("Eres tú").waitFor();
  await page.keyboard.press("Escape");
});

testTeam("a leaver's key is revoked and a colleague takes over", async (team) => {
  const { world, page, ana } = team;
  const { client, own } = await addNuria(team);
  const disable = page.getByRole("button", { name: "Desactivar…" });
  await go(page, world, own);
  await disable.click();
  const dialog = page.getByRole("dialog", { name: "Desactivar a nuria@primary.example" });
  for (const text of ["3 contactos", "1 cliente", "1 oportunidad", "1 tarea", "almacén"]) {
    await dialog.getByText(text).waitFor();
  }
  await dialog.getByLabel("Qué pasa con ellas").selectOption({ label: "Se revocan al momento" });
  await assertSound(page, "hand-over");
  await dialog.getByLabel("A quién").selectOption({ label: "Luis Vega" });
  await dialog.getByRole("button", { name: "Desactivar" }).click();
  await page.getByText("Pasan a Luis Vega: 6").waitFor();
  const keys = await expectData(ana("GET", "/keys"));
  assert.deepEqual(
    keys.map(({ name, revokedAt }: Record<string, unknown>) => [name, revokedAt !== null]),
    [["almacén", true], ["shop", false]],
  );
  await page.getByText(/No entra ni se le asigna nada/).waitFor();
  await page.getByLabel("Función").waitFor({ state: "detached" });
  assert.ok(await page.getByLabel("Contacto nuevo").isDisabled());
  const [{ user_id: luisId }] = await expectData(ana("GET", "/employees?q=luis"));
  const { assignee } = await expectData(ana("GET", `/clients/${client.id}`));
  assert.equal(assignee.id, luisId);
});

testTeam("a leaver's page says who has the work, and brings them back", async (team) => {
  const { world, page, ana } = team;
  const { userId, own } = await addNuria(team);
  const luis = (await expectData(ana("GET", "/employees?q=luis")))[0].user_id;
  await expectData(ana("DELETE", `/employees/${userId}?reassign_to=${luis}`));
  await go(page, world, "/panel/employees?company_id=1&deleted=only");
  await page.getByRole("link", { name: "nuria@primary.example" }).click();
  await page.waitForURL(`**${own}`);
  await alive(page);
  await page.getByRole("link", { name: "Luis Vega" }).waitFor();
  await page.getByText("6 asuntos").waitFor();
  await page.getByText("Lo que hizo").waitFor();
  await assertSound(page, "an employee who left");
  await page.getByRole("button", { name: "Reactivar" }).click();
  await page.getByRole("button", { name: "Desactivar…" }).waitFor();
  assert.equal((await expectData(ana("GET", `/employees/${userId}`))).role, "montaje");
});

testTeam(
  "a trashed record's address says so and restores it",
  async ({ world, page, ana, make }) => {
    const trashed = await make("/clients", { name: "Bar Tertulia" });
    await expectData(ana("DELETE", `/clients/${trashed.id}`));
    await go(page, world, `/panel/clients/${trashed.id}?company_id=1`);
    await page.getByText("Lo que buscas está en la papelera").waitFor();
    await page.getByText("por Ana Ruiz").waitFor();
    await page.getByText("Quedan 30 días").waitFor();
    await page.getByRole("button", { name: "Restaurar Bar Tertulia" }).click();
    await page.waitForURL(`**/panel/clients/${trashed.id}?company_id=1`);
    await page.getByRole("heading", { name: "Bar Tertulia" }).waitFor();
  },
);

testTeam(
  "several records come back from the trash at once, and go again",
  async ({ world, page, ana, make }) => {
    const tasks = [
      await make("/tasks", { title: "Llamar" }),
      await make("/tasks", { title: "Pagar" }),
    ];
    for (const { id } of tasks) await expectData(ana("DELETE", `/tasks/${id}`));
    await go(page, world, "/panel/trash?company_id=1");
    await assertSound(page, "trash");
    await page.getByLabel("Elegir todo").check();
    await page.getByRole("region", { name: "2 elegidos" }).getByRole("button", {
      name: "Restaurar",
    })
      .click();
    await page.getByText("2 restaurados").waitFor();
    await page.getByText("La papelera está vacía").waitFor();
    assert.equal((await expectData(ana("GET", "/tasks"))).length, 2);
    await undo(page, "2 restaurados");
    await page.getByText("Llamar", { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByLabel("Elegir Pagar").check();
    await assertSound(page, "trash, narrow and dark");
  },
);

testTeam("the team is sound on a phone, in the dark", async (team) => {
  const { world, page } = team;
  const { own } = await addNuria(team);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of ["/panel/employees?company_id=1", own]) {
    await go(page, world, path);
    await assertSound(page, `${path}, narrow and dark`);
  }
});

testTeam(
  "a person whose name is entered has not signed in by that",
  async ({ world, page, make }) => {
    await make("/employees", { email: "rita@primary.example", name: "Rita Sanz", role: "ventas" });
    await go(page, world, "/panel/employees?company_id=1");
    await page.getByRole("row", { name: /Rita Sanz/ }).getByText("Aún no ha entrado").locator(
      "visible=true",
    ).first()
      .waitFor();
  },
);

testTeam("a record that cannot come back says why", async ({ world, page, ana, make }) => {
  const sku = { name: "Mesa", sku: "M-1", unit_price: 1 };
  const product = await make("/products", sku);
  await expectData(ana("DELETE", `/products/${product.id}`));
  await make("/products", sku);
  await go(page, world, "/panel/trash?company_id=1&noun=products");
  await page.getByRole("button", { name: "Restaurar Mesa" }).click();
  await page.getByRole("alert").waitFor();
  await go(page, world, "/panel/trash?company_id=1&noun=planets&q=nada");
  await page.getByText("Nada coincide con los filtros.").waitFor();
});
