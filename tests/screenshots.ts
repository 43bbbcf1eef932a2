/**
 * `deno task screenshots [name …]`: takes the pictures of docs/screenshots from the demo's sample
 * year, as WebP. Names choose some of them.
 */
import { join, resolve } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launch as launchDemo, ready } from "./demo/launcher.ts";
import { alive } from "./panel/hands.ts";
import { launch } from "./support/browser.ts";

const folder = resolve(import.meta.dirname!, "../docs/screenshots");

/** Small enough for a page of Git, sharp enough to read. */
const quality = 77;

interface Picture {
  name: string;
  /** A page, or one that depends on what the sample year has. */
  path: string | ((read: Read) => Promise<string>);
  isPhone?: boolean;
  isDark?: boolean;
  locale?: "es-ES" | "en-GB";
  /** What is there before the page is opened. */
  prepare?(api: Api): Promise<void>;
  /** What is done before the picture is taken. */
  act?(page: Page): Promise<void>;
}

/** Reads a list of the API. */
type Read = (path: string) => Promise<{ id: number }[]>;

/** Posts to the API as Marta, in her browser. */
type Api = (path: string, data: object) => Promise<{ code: string }>;

/** The page of the first record of a list. */
function first(noun: string, query: string) {
  return async (read: Read) => {
    const [record] = await read(`${noun}?${query}&per_page=1`);
    if (!record) throw new Error(`The sample year has no ${noun} with ${query}.`);
    return `/panel/${noun}/${record.id}`;
  };
}

const pictures: Picture[] = [
  { name: "dashboard", path: "/panel" },
  { name: "inbox", path: "/panel/contacts" },
  { name: "inbox-phone", path: "/panel/contacts", isPhone: true },
  { name: "contact", path: first("contacts", "unanswered=true") },
  {
    name: "convert",
    path: first("contacts", "unanswered=true"),
    async act(page) {
      await page.keyboard.press("v");
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "board", path: "/panel/opportunities" },
  { name: "board-dark", path: "/panel/opportunities", isDark: true, locale: "en-GB" },
  { name: "client", path: first("clients", "sort=-created_at") },
  { name: "quotation", path: first("quotes", "status=draft") },
  { name: "quotation-phone", path: first("quotes", "status=draft"), isPhone: true },
  { name: "sale", path: first("sales", "sort=-sold_at") },
  { name: "tasks", path: "/panel/tasks" },
  { name: "calendar", path: "/panel/events" },
  { name: "reports", path: "/panel/reports" },
  { name: "notification", path: "/panel/notifications", isDark: true, locale: "en-GB" },
  {
    name: "phone-app",
    path: "/phone",
    isPhone: true,
    async prepare(api) {
      const { code } = await api("/api/admin/devices/pairings?company_id=1", { name: "Marta" });
      await api("/api/phone/pair", { code });
      for (const message of messages) {
        const userId = "marta@talleres.example";
        await api("/api/admin/notifications?company_id=1", { userId, ...message });
      }
    },
    async act(page) {
      await page.getByText(messages.at(-1)!.title).waitFor();
    },
  },
];

/** From the first to the last. */
const messages = [
  {
    title: "Copia de seguridad hecha",
    body: "Anoche, sin errores.",
    type: "success",
    sender: "Servidor",
    priority: "low",
  },
  {
    title: "Presupuesto 2026-014",
    body: "Talleres Relevo: 4.210,00 €. Caduca el viernes.",
    sender: "Ventas",
    allowReply: true,
    actions: [{ id: "approve", label: "Aprobar" }, { id: "reject", label: "Rechazar" }],
  },
  {
    title: "El horno 2 pasa de 240 °C",
    body: "Lleva así tres minutos.",
    type: "error",
    sender: "Taller",
    priority: "high",
    actions: [{ id: "stop", label: "Parar el horno" }, { id: "seen", label: "Voy a verlo" }],
  },
];

async function main(): Promise<void> {
  const wanted = pictures.filter(({ name }) => Deno.args.length === 0 || Deno.args.includes(name));
  await Deno.mkdir(folder, { recursive: true });
  const dataDir = await Deno.makeTempDir({ prefix: "relevo-screenshots-" });
  try {
    await using demo = launchDemo({ dataDir });
    await ready(demo);
    for (const picture of wanted) {
      const bytes = await take(demo.url, picture);
      await Deno.writeFile(join(folder, `${picture.name}.webp`), bytes);
      console.log(`${picture.name}.webp ${Math.round(bytes.length / 1024)} KB`);
    }
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

async function take(url: string, picture: Picture): Promise<Uint8Array> {
  const { isPhone = false, isDark = false, locale = "es-ES" } = picture;
  await using browser = await launch({
    // The language of date fields is the browser's own.
    args: [`--lang=${locale}`],
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: isDark ? "dark" : "light",
    locale,
    reducedMotion: "reduce",
  });
  const { context, page, watch } = browser;
  await context.request.post(`${url}/.gateway/login`, {
    headers: { origin: url },
    form: { email: "marta@talleres.example" },
  });
  await picture.prepare?.(async (to, data) => {
    const answer = await context.request.post(url + to, { data });
    return (await answer.json()).data;
  });
  const path = await pathOf(picture, url, context);
  await page.goto(`${url}${path}?company_id=1`, { waitUntil: "networkidle" });
  if (path.startsWith("/panel")) await alive(page);
  await picture.act?.(page);
  watch.assertClean();
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
  return Uint8Array.fromBase64(data);
}

async function pathOf({ path }: Picture, url: string, { request }: BrowserContext) {
  if (typeof path === "string") return path;
  return await path(async (list) => {
    const answer = await request.get(`${url}/api/admin/${list}&company_id=1`);
    return (await answer.json()).data;
  });
}

await main();
