/** The gateway and the app together: from the operator's link to a removed member. */
import assert from "node:assert/strict";
import { findChromium, openContext } from "@/tests/support/browser.ts";
import { people } from "@/tests/support/world.ts";
import { openRealApp, type RealApp } from "./support/real_app.ts";
import type { Visitor } from "./support/visitor.ts";

function together(name: string, act: (at: RealApp) => Promise<void>): void {
  Deno.test({
    name: `gateway and app: ${name}`,
    // What the databases and their pools keep belongs to no test.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using at = await openRealApp();
      await act(at);
    },
  });
}

const neu = "neu@primary.example";

/** The names of the companies that a session sees. */
async function companies(person: Visitor): Promise<number[]> {
  const me = await person.get("/api/admin/me", { accept: "application/json" });
  assert.equal(me.status, 200, me.text);
  return me.json.data.companies.map(({ id }: { id: number }) => id);
}

together("the operator's link, a colleague's link, a code, and the end", async (at) => {
  const { visitor, recover, mailbox, world, clock } = at;
  // Ana is a member already, and has no way in yet.
  const ana = visitor();
  assert.equal((await ana.redeem(await recover(people.ana, 1))).status, 200);
  assert.deepEqual(await companies(ana), [1]);

  // She takes somebody on, and hands them their link.
  const hired = await ana.ask("POST", "/api/admin/employees?company_id=1", {
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ email: neu, role: "taller" }),
  });
  assert.equal(hired.status, 201, hired.text);
  const answer = await ana.ask(
    "POST",
    `/api/admin/employees/${hired.json.data.user_id}/link?company_id=1`,
    { headers: { "content-type": "application/json", accept: "application/json" }, body: "{}" },
  );
  assert.equal(answer.status, 201, answer.text);
  const link = answer.json.data.url.split("/enter/")[1];
  const person = visitor();
  assert.match((await person.get(`/enter/${link}`)).text, /neu@primary\.example/);
  assert.equal((await person.redeem(link)).status, 200);
  assert.equal((await visitor().redeem(link)).json.code, "link_ended");

  // Of another company too, they see it once the mailbox is proved.
  await at.invite(neu, 2);
  assert.deepEqual(await companies(person), [1]);
  const elsewhere = await person.get("/api/admin/stats?company_id=2", {
    accept: "application/json",
  });
  assert.deepEqual([elsewhere.status, elsewhere.json.code], [403, "not_a_member"]);
  await person.form("/.gateway/code", { email: neu, to: "/.gateway/account" });
  const code = await mailbox.code(neu);
  const proved = await person.form("/.gateway/code/check", {
    ...{ email: neu, code, to: "/.gateway/account" },
  });
  assert.equal(proved.headers.get("location"), "/.gateway/account?done=proved");
  assert.deepEqual(await companies(person), [1, 2]);

  await at.removeMember(neu, 1);
  assert.deepEqual(await companies(person), [2]);
  await at.removeMember(neu, 2);
  clock.now += 60_000;
  const out = await person.get("/api/admin/me", { accept: "application/json" });
  assert.equal(out.status, 401);
  assert.equal((await person.signIn()).json.code, "not_a_member");
  assert.ok(world.logged.every((line) => !line.includes(link)), "no link in the app's log");
});

together("the private calls are the gateway's alone", async ({ visitor }) => {
  for (const path of ["may-enter", "redeem"]) {
    const answer = await visitor().post(`/api/gateway/${path}`, { email: people.ana });
    assert.equal(answer.status, 404);
  }
});

if (findChromium()) {
  together("in a browser, the first passkey opens the panel", async ({ origin, recover }) => {
    const { context, page, watch, close } = await openContext({ locale: "en-GB" });
    try {
      const cdp = await context.newCDPSession(page);
      await cdp.send("WebAuthn.enable");
      await cdp.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
          ...{ hasUserVerification: true, isUserVerified: true },
          automaticPresenceSimulation: true,
        },
      });
      await page.goto(`${origin}/enter/${await recover(people.ana, 1)}`);
      await page.getByRole("button", { name: "Make a passkey" }).click();
      await page.waitForURL(`${origin}/panel`);
      await page.getByRole("main").waitFor();
      await page.goto(`${origin}/.gateway/account`);
      await page.getByText(`Signed in as ${people.ana}.`).waitFor();
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.waitForURL(`${origin}/.gateway/login`);
      await page.goto(`${origin}/panel/clients`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL(`${origin}/panel/clients`);
      watch.assertClean();
    } finally {
      await close();
    }
  });
}
