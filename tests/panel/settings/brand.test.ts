/** The company's picture and colour in its settings. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { undo } from "../hands.ts";
import { assertSound } from "../scene.ts";
import { go, type Settings, testSettings, write } from "./settings_scene.ts";

/** A picture that the browser draws and writes in the format. */
async function drawn(page: Page, mimeType: string, side: number, noise = false): Promise<Buffer> {
  const url = await page.evaluate(([type, side, noise]) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#b45309";
    context.fillRect(0, 0, side / 2, side);
    if (noise) {
      const pixels = context.createImageData(side, side);
      for (let at = 0; at < pixels.data.length; at += 65_536) {
        crypto.getRandomValues(pixels.data.subarray(at, at + 65_536));
      }
      for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
      context.putImageData(pixels, 0, 0);
    }
    return canvas.toDataURL(type);
  }, [mimeType, side, noise] as const);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

const begin = { png: "89504e47", jpeg: "ffd8ff" };

/** The page of the company's picture, and a hand that chooses files on it. */
async function openLogo({ world, page, company }: Settings) {
  await go(page, world, "/panel/settings/brand");
  const file = page.getByLabel("Elegir un archivo");
  return {
    file,
    choose: (name: string, mimeType: string, buffer: Buffer) =>
      file.setInputFiles({ name, mimeType, buffer }),
    logoBytes: async () => {
      const bytes = await (await fetch(world.url + (await company()).logo)).arrayBuffer();
      return Buffer.from(bytes);
    },
  };
}

testSettings("a WebP logo is stored as PNG, and a large one is made smaller", async (settings) => {
  const { page, company } = settings;
  const { choose, logoBytes } = await openLogo(settings);
  await assertSound(page, "brand");
  await choose("logo.webp", "image/webp", await drawn(page, "image/webp", 64));
  await page.getByText("Logo guardado").waitFor();
  assert.equal((await logoBytes()).toString("hex", 0, 4), begin.png);
  const image = page.getByRole("img", { name: "Primary" });
  await until(async () =>
    await image.evaluate((img) => (img as HTMLImageElement).naturalWidth) === 64
  );
  const large = await drawn(page, "image/png", 700, true);
  assert.ok(large.length > 256 * 1024);
  const { logo } = await company();
  await choose("grande.png", "image/png", large);
  await until(async () => (await company()).logo !== logo, { what: "the smaller logo" });
  assert.ok((await logoBytes()).length <= 256 * 1024);
});

testSettings("a logo is refused by its bytes, whatever its name", async (settings) => {
  const { page, company } = settings;
  const { choose } = await openLogo(settings);
  for (
    const [name, type, text] of [
      ["logo.png", "image/png", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
      ["logo.jpg", "image/jpeg", "\ufeff <html><script>alert(1)</script></html>"],
    ] as const
  ) {
    await choose(name, type, Buffer.from(text));
    await page.getByRole("alert").getByText("Por dentro es un SVG o una página web").waitFor();
  }
  await choose("logo.png", "image/png", Buffer.from("GIF89a"));
  await page.getByText("No es una imagen PNG, JPEG ni WebP").waitFor();
  await choose("logo.png", "image/png", Buffer.from(`${begin.png}0d0a1a0a00`, "hex"));
  await page.getByText("La imagen está dañada").waitFor();
  assert.equal((await company()).logo, null);
});

testSettings(
  "a dropped JPEG is stored as it is, and removing it can be undone",
  async (settings) => {
    const { page, company, becomes } = settings;
    const { file, logoBytes } = await openLogo(settings);
    const jpeg = await drawn(page, "image/jpeg", 32);
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], "logo.jpg", { type: "image/jpeg" }));
      return transfer;
    }, jpeg.toString("base64"));
    await page.locator(".logo-drop").dispatchEvent("drop", { dataTransfer: data });
    await until(async () => (await logoBytes()).equals(jpeg), { what: "the dropped logo" });
    await until(() => file.isEnabled(), { what: "the page to know of it" });
    await page.getByRole("button", { name: "Quitar el logo" }).click();
    await becomes("logo", null);
    await undo(page, "Logo quitado");
    await until(async () => (await company()).logo !== null, { what: "the logo back" });
  },
);

testSettings(
  "a colour that nobody could read is shown as it will be used",
  async ({ world, page, becomes }) => {
    await go(page, world, "/panel/settings/brand");
    const typed = Promise.withResolvers<void>();
    await page.route("**/api/admin/companies/1?*", async (route) => {
      const response = await route.fetch();
      await typed.promise;
      await route.fulfill({ response });
    }, { times: 1 });
    await write(page, "Código", "#ffff00");
    await becomes("color", "#ffff00");
    const ratios = (await page.locator(".brand-sample").allInnerTexts()).flatMap((text) =>
      [...text.matchAll(/\d+,\d/g)].map(([number]) => Number(number.replace(",", ".")))
    );
    assert.ok(ratios.length === 4 && ratios.every((ratio) => ratio >= 4.5), String(ratios));
    // What is typed before the page is told that it is saved stays.
    await page.getByLabel("Código").fill("verde");
    typed.resolve();
    await page.getByText("Color guardado").waitFor();
    assert.equal(await page.getByLabel("Código").inputValue(), "verde");
    await page.keyboard.press("Enter");
    await page.getByText("Un # y seis cifras").waitFor();
  },
);
