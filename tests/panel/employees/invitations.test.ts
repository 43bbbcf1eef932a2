/** Inviting somebody who works elsewhere, and what they see of it before and after they answer. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** Waits until what can be pressed listens. */
async function listening(button: Locator): Promise<Locator> {
  await button.waitFor();
  await button.evaluate((element) =>
    new Promise<void>((resolve) => {
      const look = () => Object.keys(element).length > 0 ? resolve() : requestAnimationFrame(look);
      look();
    })
  );
  return button;
}

async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await alive(page);
}

/** A stranger with a company of that name invites the person to it. */
async function inviteAs(world: World, company: string, email: string) {
  const stranger = `de.${encodeURIComponent(company)}@fuera.example`.toLowerCase();
  const newCompany = await expectData(
    apiOf(world, stranger)("POST", "/companies", { name: company }),
    201,
  );
  const api = apiOf(world, stranger, newCompany.id);
  const { user_id } = await expectData(api("POST", "/employees", { email, role: "" }), 201);
  return {
    companyId: newCompany.id as number,
    withdraw: () => api("DELETE", `/employees/${user_id}`),
  };
}

testInBrowser("a person of another company is invited, and uninvited", async (world) => {
  const ana = apiOf(world, people.ana);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await go(page, world, "/panel/employees?company_id=1");
  await page.keyboard.press("c");
  await page.getByLabel("Correo").fill(people.eva);
  await page.getByLabel("Función").fill("montaje");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: people.eva }).waitFor();
  await page.getByText(/Es una invitación: la envió Ana Ruiz, ahora/).waitFor();
  assert.equal(await page.getByText("Avisos en su teléfono").count(), 0);
  await assertSound(page, "an invited employee");

  await go(page, world, "/panel/employees?company_id=1");
  const row = page.locator("tr", { hasText: people.eva });
  await row.getByText("Invitación de Ana Ruiz").filter({ visible: true }).waitFor();
  await assertSound(page, "employees with an invitation");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await assertSound(page, "employees with an invitation, narrow and dark");
  await row.locator("a.row-link").click();
  const withdraw = await listening(page.getByRole("button", { name: "Retirar la invitación…" }));
  await assertSound(page, "an invited employee, narrow and dark");
  await withdraw.click();
  const dialog = page.getByRole("dialog", { name: `Retirar la invitación de ${people.eva}` });
  await dialog.getByText(/Desaparece de su panel/).waitFor();
  await page.keyboard.press("Escape");
  assert.equal((await expectData(ana("GET", "/employees?state=invited"))).length, 1);
  await withdraw.click();
  await dialog.getByRole("button", { name: "Retirar" }).click();
  await page.waitForURL("**/panel/employees?company_id=1");
  assert.deepEqual(await expectData(ana("GET", "/employees?state=invited")), []);

  // Notices are for those who are here.
  await expectData(ana("POST", "/employees", { email: people.eva, role: "" }), 201);
  await go(page, world, "/panel/settings/notices?company_id=1");
  assert.equal(await page.getByText(people.eva).count(), 0);
});

testInBrowser("an invited person accepts or declines from any page", async (world) => {
  const eva = apiOf(world, people.eva, 2);
  await expectData(
    apiOf(world, people.ana)("POST", "/employees", { email: people.eva, role: "" }),
    201,
  );
  await using browser = await browserOf(world, "eva", { width: 390, colorScheme: "dark" });
  const { page } = browser;
  const region = page.getByRole("region", { name: "Invitaciones" });

  // In the frame of every page, by keyboard.
  await go(page, world, "/panel/clients");
  await region.getByText("Te invita Ana Ruiz").waitFor();
  await assertSound(page, "an invitation, narrow and dark");
  const accept = page.getByRole("button", { name: "Aceptar la invitación de Primary" });
  await (await listening(accept)).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Ya perteneces a Primary").waitFor();
  await region.waitFor({ state: "detached" });
  await page.locator("#companies a", { hasText: "Primary" }).waitFor({ state: "attached" });
  assert.match(page.url(), /company_id=2/, "the page stays where it was");
  await page.getByRole("link", { name: "Abrir" }).click();
  await page.waitForURL("**/panel?company_id=1");

  // The chooser shows them too. Two at once, and the rest when asked for.
  for (const name of ["Uno", "Dos"]) await inviteAs(world, name, people.eva);
  const third = await inviteAs(world, "Tres", people.eva);
  await page.goto(`${world.url}/panel`);
  await page.getByRole("heading", { name: "Elige una empresa" }).waitFor();
  await region.getByText("Uno", { exact: true }).waitFor();
  await assertSound(page, "the chooser with invitations");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await go(page, world, "/panel?company_id=2");
  assert.equal(await region.getByRole("listitem").count(), 2);
  await region.getByRole("button", { name: "Ver otra invitación" }).click();
  assert.equal(await region.getByRole("listitem").count(), 3);
  await assertSound(page, "three invitations");

  // Declining asks first.
  const decline = page.getByRole("button", { name: "Rechazar la invitación de Dos…" });
  await decline.click();
  const dialog = page.getByRole("dialog", { name: "Rechazar la invitación de Dos" });
  await dialog.getByText("No podrá volver a invitarte durante 30 días.").waitFor();
  await assertSound(page, "declining");
  await page.keyboard.press("Escape");
  assert.equal((await expectData(eva("GET", "/me"))).invitations.length, 3);
  await decline.click();
  await dialog.getByRole("button", { name: "Rechazar" }).click();
  await page.getByText("Has rechazado la invitación de Dos").waitFor();
  await dialog.waitFor({ state: "detached" });
  const names = async () =>
    (await expectData(eva("GET", "/me"))).invitations.map((one: { company: string }) =>
      one.company
    );
  assert.deepEqual(await names(), ["Tres", "Uno"]);

  // One that was withdrawn meanwhile says so.
  await expectData(third.withdraw());
  await page.getByRole("button", { name: "Aceptar la invitación de Tres" }).click();
  await region.getByText(/Esta invitación ya no está/).waitFor();
});

testInBrowser("a person without a company finds their invitation", async (world) => {
  const { companyId } = await inviteAs(world, "Carpintería", people.eva);
  await inviteAs(world, "Otra", people.eva);
  const luis = apiOf(world, people.luis, 2);
  const { id } = await expectData(apiOf(world, people.eva)("GET", "/me"));
  await expectData(luis("DELETE", `/employees/${id}`));
  await using browser = await browserOf(world, "eva", { width: 390, locale: "en-GB" });
  const { page } = browser;
  const response = await page.goto(`${world.url}/panel/clients`);
  assert.equal(response!.status(), 403);
  await page.getByRole("heading", { name: "You have been invited" }).waitFor();
  await assertSound(page, "invited and of no company");
  const decline = page.getByRole("button", { name: "Decline the invitation of Otra…" });
  await (await listening(decline)).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await decline.waitFor({ state: "detached" });
  const accept = page.getByRole("button", { name: "Accept the invitation of Carpintería" });
  await (await listening(accept)).click();
  await page.waitForURL(`**/panel?company_id=${companyId}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
});
