/** What one types at once, behind the key that opens a form, stands in its first text field. */
import assert from "node:assert/strict";
import { icons } from "@/components/icons/icons.ts";
import { makeScene } from "../../isolation/things.ts";
import { alive, drawn } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";
import { asOperator, inTabs, pathsOfPages } from "../pages/walk.ts";

/** What opens a form in which something is made. */
const openers = `main [data-opens]:has(path[d="${icons.plus}"])`;

interface Begin {
  title: string;
  /** Values of the dialog's fields in their order, and which has the focus. */
  fields: { value: string; isText: boolean; hasFocus: boolean }[];
}

function beginOf(): Begin | null {
  const dialog = document.querySelector("dialog[open]");
  if (!dialog) return null;
  const fields = [...dialog.querySelectorAll<HTMLInputElement>("input, select, textarea")]
    .filter((field) => !field.matches(":disabled, [type=hidden], [tabindex='-1']"));
  return {
    title: dialog.querySelector("h2")?.textContent ?? "",
    fields: fields.map((field) => ({
      value: field.type === "checkbox" ? String(field.checked) : field.value,
      isText: field.matches(
        "textarea, input:is([type=text], [type=search], [type=email], [type=tel], [type=url], :not([type]))",
      ),
      hasFocus: field === document.activeElement,
    })),
  };
}

testInBrowser("every create form begins at its first text field", async (world) => {
  const scene = await makeScene(world);
  await using browser = await browserOf(world, "ana");
  const titles = new Set<string>();
  let byKey = 0;
  await inTabs(browser, await pathsOfPages(scene), async (page, path) => {
    const go = async () => {
      await page.goto(`${world.url}${path}?company_id=1`);
      await alive(page);
    };
    await go();
    const count = await page.locator(openers).count();
    for (let at = 0; at < count; at++) {
      if (at > 0) await go();
      const opener = page.locator(openers).nth(at);
      if (!await opener.isVisible()) continue;
      const isByKey = await opener.getAttribute("aria-keyshortcuts") === "c";
      if (isByKey) await page.keyboard.press("c");
      else await opener.click();
      await page.keyboard.type("nu");
      await drawn(page);
      await page.waitForFunction(() => !("loading" in document.documentElement.dataset));
      const begin = await page.evaluate(beginOf);
      const first = begin?.fields.find(({ isText }) => isText);
      if (begin && first) {
        const where = `${path}: ${begin.title}`;
        assert.ok(first.hasFocus, `${where}: ${JSON.stringify(begin.fields)}`);
        assert.match(first.value, /nu/, `${where}: ${JSON.stringify(begin.fields)}`);
        titles.add(begin.title);
        byKey += isByKey ? 1 : 0;
      }
    }
  });
  for (const title of ["Nuevo contacto", "Nuevo cliente", "Nueva oportunidad", "Nuevo producto"]) {
    assert.ok(titles.has(title), `${title} in ${[...titles]}`);
  }
  assert.ok(byKey >= 8, [...titles].join());
}, asOperator);

testInBrowser(
  "what is typed before a new stage's form has read the others stays",
  async (world) => {
    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    const { promise: typed, resolve: go } = Promise.withResolvers<void>();
    await page.route(/\/api\/admin\/pipeline-stages\?/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(`${world.url}/panel/opportunities?company_id=1`);
    await alive(page);
    await page.getByRole("button", { name: "Añadir etapa" }).click();
    const name = page.getByRole("dialog").getByLabel("Nombre");
    await name.fill("Ñandú");
    const read = page.waitForResponse(/\/api\/admin\/pipeline-stages\?/);
    go();
    await read;
    await page.getByRole("dialog").getByLabel("Probabilidad").fill("40");
    assert.equal(await name.inputValue(), "Ñandú");
  },
);

testInBrowser("what is typed while a dialog loads stands in its first field", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await page.goto(`${world.url}/panel/opportunities?company_id=1`);
  await alive(page);
  const { promise: typed, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/chunk-[^/]*\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  const script = page.waitForRequest(/\/chunk-[^/]*\.js$/);
  await page.getByRole("button", { name: "Añadir etapa" }).click();
  await script;
  // `c` alone would begin a new opportunity.
  await page.keyboard.type("Recx");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("obro");
  load();
  const name = page.getByRole("dialog").getByLabel("Nombre");
  await name.and(page.locator(":focus")).waitFor();
  await page.keyboard.type(" 2");
  assert.equal(await name.inputValue(), "Recobro 2");
});
