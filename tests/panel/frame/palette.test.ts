/** The palette does what the panel can do, and makes what it does not find. */
import { apiOf, expectData } from "../../crm/scene.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

testInBrowser("pages, calls and new records stand in the palette", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const person = { name: "Eva Sol", phone: "+34 600 111 222" };
  const { id } = await expectData(ana("POST", "/contacts", person), 201);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts/${id}?company_id=1`);
  await alive(page);
  await page.keyboard.press("Control+K");
  const input = page.getByRole("combobox", { name: "Buscar y hacer" });
  const wanted: [string, string][] = [
    ["papelera", "Papelera"],
    ["importar cli", "Importar clientes"],
    ["plantillas", "Plantillas"],
    ["festivos", "Horario"],
    ["persona", "Añadir a alguien"],
    ["llamar", "Llamar al +34600111222"],
  ];
  for (const [text, label] of wanted) {
    await input.fill(text);
    await page.getByRole("option", { name: label, exact: true }).waitFor();
  }
  await input.fill("Foo Bar");
  await page.getByRole("option", { name: "Crear contacto «Foo Bar»" }).click();
  await page.getByRole("heading", { name: "Foo Bar" }).waitFor();
  watch.assertClean();
});
