/** The whole way in a real Chromium with a virtual authenticator (CDP, WebAuthn domain). */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { findChromium, openContext, screenOf, screenshot } from "@/tests/support/browser.ts";
import { type Scene, scene } from "./support/scene.ts";

const ana = "ana@shop.example";
const eva = "eva@shop.example";

interface Device {
  page: Page;
  cdp: CDPSession;
  authenticatorId: string;
  /** Whether it finds its user when asked. */
  verify(isVerified: boolean): Promise<void>;
}

/** A browser with an authenticator of its own. */
async function device(context: BrowserContext): Promise<Device> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    ...{ page, cdp, authenticatorId },
    async verify(isUserVerified) {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

function inBrowser(
  name: string,
  act: (scene: Scene, open: (options?: BrowserContextOptions) => Promise<Device>) => Promise<void>,
  options?: Parameters<typeof scene>[2],
): void {
  if (!findChromium()) return;
  scene(`in a browser: ${name}`, async (at) => {
    const contexts: { close(): Promise<void>; assertClean(): void }[] = [];
    const open = async (options: BrowserContextOptions = {}) => {
      const { context, watch, close } = await openContext({ locale: "en-GB", ...options });
      // A refusal is an answer with a status that browsers log.
      const assertClean = () => watch.assertClean({ allow: /status of (4|5)\d\d/ });
      contexts.push({ close, assertClean });
      return await device(context);
    };
    try {
      await act(at, open);
      for (const { assertClean } of contexts) assertClean();
    } finally {
      for (const { close } of contexts) await close();
    }
  }, options);
}

const inside = (page: Page) => page.getByText("the app", { exact: true }).waitFor();

inBrowser("a person signs in by link and passkey, adds one and replaces one", async (at, open) => {
  const { app, origin } = at;
  const { page, cdp, authenticatorId } = await open();
  await page.goto(`${origin}/enter/${await app.invite(ana, 1)}`);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await page.waitForURL(`${origin}/panel`);
  await inside(page);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === "__Host-relevo")!;
  assert.deepEqual(
    [session.secure, session.httpOnly, session.sameSite, session.path],
    [true, true, "Lax", "/"],
  );

  await page.goto(`${origin}/.gateway/account`);
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.waitForURL(`${origin}/.gateway/login`);
  await page.goto(`${origin}/panel/tasks`);
  assert.match(page.url(), /\.gateway\/login\?to=%2Fpanel%2Ftasks/);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`${origin}/panel/tasks`);

  // A second device is a second authenticator.
  await page.goto(`${origin}/.gateway/account`);
  await page.getByText("Signed in as ana@shop.example").waitFor();
  await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "usb", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Passkey added.").waitFor();
  assert.equal(await page.getByText("Made on").count(), 2);

  // The first device is lost: in with the second, and out with the first.
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`${origin}/panel`);
  await page.goto(`${origin}/.gateway/account`);
  const first = page.locator("li", { hasNotText: "You signed in with it" }).filter({
    hasText: "Made on",
  });
  await first.getByText("Remove").first().click();
  await first.getByRole("button", { name: "Remove the passkey" }).click();
  await page.getByText("Passkey removed.").waitFor();
  assert.equal(await page.getByText("Made on").count(), 1);
});

inBrowser("what goes wrong is said where it happened", async ({ app, origin, member }, open) => {
  const mine = await open();
  const { page } = mine;
  await page.goto(`${origin}/.gateway/login`);
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  await page.getByText("No passkey was used.").waitFor();

  await page.goto(`${origin}/enter/${await app.invite(eva, 1)}`);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await page.waitForURL(`${origin}/panel`);
  await page.goto(`${origin}/.gateway/logout`);

  await member(ana);
  const link = await app.invite(ana, 2);
  await page.goto(`${origin}/enter/${link}`);
  await page.getByText("ana@shop.example is in Relevo already.").waitFor();
  await button.click();
  await page.getByText("This passkey is of another address.").waitFor();
  assert.equal(await app.isUsed(link), false);

  await app.removeMember(eva, 1);
  await page.goto(`${origin}/.gateway/login`);
  await button.click();
  await page.getByText("Your address is in no company").waitFor();
});

inBrowser("the page of a used link, and of somebody else's", async ({ app, origin }, open) => {
  const { page } = await open({ locale: "es-ES" });
  const link = await app.invite(ana, 1);
  await page.goto(`${origin}/enter/${link}`);
  await page.getByRole("button", { name: "Crear una llave de acceso" }).click();
  await page.waitForURL(`${origin}/panel`);
  await page.goto(`${origin}/enter/${link}`);
  await page.getByRole("heading", { name: "El enlace ya no vale" }).waitFor();
  await page.getByText("has entrado como ana@").waitFor();
  await page.getByRole("link", { name: "Volver a Relevo" }).waitFor();
  const hers = await app.invite(eva, 1);
  await page.goto(`${origin}/enter/${hers}`);
  await page.getByText("este enlace es para eva@shop.example").waitFor();
  await page.getByRole("button", { name: "Salir y seguir" }).click();
  await page.waitForURL(`${origin}/enter/${hers}`);
  await page.getByRole("button", { name: "Crear una llave de acceso" }).waitFor();
});

inBrowser("a code works without JavaScript", async ({ app, origin, mailbox }, open) => {
  await app.addMember(ana, 1);
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto(`${origin}/panel/clients`);
  await page.getByLabel("E-mail address").fill(ana);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code").fill(await mailbox.code(ana));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/panel/clients`);
  await inside(page);
});

/** The pages as somebody sees them who is signed in. */
async function pagesOf({ app, origin }: Scene, page: Page): Promise<[string, string][]> {
  await page.goto(`${origin}/enter/${await app.invite(ana, 1)}`);
  await page.locator("form.passkey button").click();
  await page.waitForURL(`${origin}/panel`);
  return [
    ["account", "/.gateway/account"],
    ["signed-in", "/.gateway/login"],
    ["again", "/.gateway/login?to=/.gateway/account"],
    ["invitation", `/enter/${await app.invite("new@shop.example", 1)}`],
    ["ended", `/enter/${"a".repeat(32)}`],
    ["missing", "/.gateway/none"],
  ];
}

inBrowser("every page at 320 px, in light and dark, passes axe", async (at, open) => {
  for (const locale of ["es-ES", "en-GB"]) {
    const { page } = await open({ locale });
    const anonymous: [string, string][] = [
      ["login", "/.gateway/login"],
      ["link", `/enter/${await at.app.invite("third@shop.example", 1)}`],
    ];
    const look = async (pages: [string, string][]) => {
      for (const [name, path] of pages) {
        for (const colorScheme of ["light", "dark"] as const) {
          for (const width of [320, 1280]) {
            await page.setViewportSize(screenOf(width).viewport);
            await page.emulateMedia({ colorScheme });
            await page.goto(at.origin + path);
            for (const summary of await page.locator("summary").all()) await summary.click();
            const where = `${locale} ${name} ${colorScheme} ${width}`;
            if (Deno.env.get("SCREENSHOT_DIR")) await screenshot(page, where);
            await check(page, where);
          }
        }
      }
    };
    await look(anonymous);
    await look(await pagesOf(at, page));
    await at.app.removeMember(ana, 1);
    await at.opened.gateway.database.db.deleteFrom("user").execute();
    await at.opened.gateway.database.db.deleteFrom("attempt").execute();
  }
});

async function check(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  assert.equal(overflow, 0, `${where} scrolls sideways`);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // deno-lint-ignore no-explicit-any
    const results = await (globalThis as any).axe.run();
    return results.violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
      `${id}: ${nodes[0]!.html}`
    );
  });
  assert.deepEqual(violations, [], where);
}
