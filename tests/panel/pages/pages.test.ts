/** The panel's pages over HTTP: access, language, security headers. */
import assert from "node:assert/strict";
import { type Answer, inWorld, people, type World } from "../../support/world.ts";

const worlds = { sanitizeOps: false, sanitizeResources: false };

function testPages(name: string, test: (world: World) => Promise<void>): void {
  Deno.test({
    name,
    ...worlds,
    fn: () => inWorld({}, test),
  });
}

function get(world: World, path: string, member?: string, language = "es"): Promise<Answer> {
  return world.call("GET", path, { member, headers: { "Accept-Language": language } });
}

function assertGuarded({ headers }: Answer) {
  const policy = headers.get("content-security-policy") ?? "";
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|upgrade-insecure-requests|\*/);
  for (
    const directive of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-src 'none'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
    ]
  ) assert.ok(policy.split("; ").includes(directive), `${directive} in ${policy}`);
  assert.match(policy, /script-src 'self' 'nonce-[0-9a-f]{32}'/);
  assert.match(policy, /style-src 'self' 'nonce-[0-9a-f]{32}'/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.ok(headers.get("x-request-id"));
}

testPages("the start page names person, company and the latest results", async (world) => {
  const phone = await world.pairPhone("maria");
  const json = {
    userId: "maria",
    title: "¿Abrimos <mañana>?",
    body: "Es festivo.",
    actions: [{ id: "y", label: "Sí" }],
    allowReply: true,
  };
  const sent = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
  const { notificationId } = sent.body.data;
  await world.call("POST", `/api/phone/notifications/${notificationId}/response`, {
    device: phone.token,
    json: { actionId: "y", reply: "Hasta las dos" },
  });
  const page = await get(world, "/panel", people.ana);
  assert.equal(page.status, 200);
  assertGuarded(page);
  for (
    const words of [
      `<html lang="es"`,
      "<title>Inicio · Primary · Relevo</title>",
      "Hola, Ana",
      people.ana,
      "¿Abrimos &lt;mañana>?",
      "Respondida",
      "Sí",
      "Hasta las dos",
    ]
  ) assert.ok(page.body.includes(words), words);
  assert.equal(page.headers.get("cache-control"), "private, no-cache");
  assert.doesNotMatch(page.body, / style="/);
});

testPages("the page speaks the browser's language, and Spanish to all others", async (world) => {
  for (const [language, lang, word] of [["en-GB", "en", "Home"], ["fr", "es", "Inicio"]]) {
    const page = await get(world, "/panel", people.ana, language);
    assert.ok(page.body.includes(`<html lang="${lang}"`), language);
    assert.ok(page.body.includes(`<title>${word} · Primary`), language);
  }
});

testPages("one who belongs to several chooses, and may switch by links", async (world) => {
  const chooser = await get(world, "/panel", people.luis);
  assert.equal(chooser.status, 400);
  assertGuarded(chooser);
  assert.ok(chooser.body.includes("Elige una empresa"));
  for (const id of [1, 2]) assert.ok(chooser.body.includes(`href="/panel?company_id=${id}"`));
  const page = await get(world, "/panel?company_id=2", people.luis);
  assert.equal(page.status, 200);
  assert.ok(page.body.includes(`href="/panel?company_id=1"`));
  const alone = await get(world, "/panel", people.ana);
  assert.ok(!alone.body.includes('href="/panel?company_id=2"'));
});

testPages("a company's colour is the accent of its pages only", async (world) => {
  const styleOf = ({ body }: Answer) =>
    /<style nonce="[0-9a-f]{32}">([^<]+)<\/style>/.exec(body)?.[1];
  const [one, two] = [
    styleOf(await get(world, "/panel?company_id=1", people.luis)),
    styleOf(await get(world, "/panel?company_id=2", people.luis)),
  ];
  assert.match(one!, /^:root\{--accent:oklch/);
  assert.notEqual(one, two);
});

testPages(
  "every refusal is a guarded page that keeps its status and says what to do",
  async (world) => {
    const trials: [string, string | undefined, number, string, string][] = [
      ["/panel", undefined, 401, "No sabemos quién eres", "We do not know who you are"],
      ["/panel", people.nadie, 403, "Aún no perteneces", "You do not belong to any company"],
      ["/panel?company_id=2", people.ana, 403, "No perteneces", "You do not belong to this"],
      ["/panel?company_id=x", people.ana, 422, "Hay campos que no", "Some fields are not right"],
      ["/panel/nada", people.ana, 404, "Aquí no hay nada", "There is nothing here"],
      ["/nada", undefined, 404, "Aquí no hay nada", "There is nothing here"],
    ];
    for (const [path, member, status, es, en] of trials) {
      for (const [language, words] of [["es", es], ["en", en]] as const) {
        const page = await get(world, path, member, language);
        assert.equal(page.status, status, path);
        assert.ok(page.body.includes(words), `${path} in ${language}`);
        assert.ok(page.body.includes('<a class="button"'), path);
        assert.doesNotMatch(page.body, /<script/, `${path} ships a script`);
        assert.doesNotMatch(page.body, /popovertarget|id="content"/, `${path} shows the shell`);
        assertGuarded(page);
      }
    }
  },
);

testPages("an ended session's page says so", async (world) => {
  const claims = { email: people.ana, aud: "relevo-tests" };
  const token = await world.keyServer.sign(claims, { expiresIn: -3600 });
  const page = await world.call("GET", "/panel", { headers: { "Cf-Access-Jwt-Assertion": token } });
  assert.equal(page.status, 401);
  assert.equal(page.headers.get("www-authenticate"), "Bearer");
  assert.ok(page.body.includes("Tu sesión ha terminado"));
});

testPages("while sign-ins cannot be checked the page says when to try again", async (world) => {
  const token = await world.tokenFor(people.ana);
  await world.keyServer.stop();
  const page = await world.call("GET", "/panel", { headers: { "Cf-Access-Jwt-Assertion": token } });
  assert.equal(page.status, 503);
  assert.equal(page.headers.get("retry-after"), "2");
  assert.ok(page.body.includes("Ahora no se pueden comprobar los accesos"));
  assertGuarded(page);
});

testPages("an internal failure shows only its id and is logged", async (world) => {
  world.services.gateway!.verify = () => Promise.reject(new Error("a secret detail"));
  const page = await get(world, "/panel", people.ana);
  assert.equal(page.status, 500);
  assertGuarded(page);
  const id = page.headers.get("x-request-id")!;
  assert.ok(page.body.includes(id));
  assert.ok(!page.body.includes("secret detail"));
  const logged = world.logged.find((line) => line.includes("request_failed"));
  assert.ok(logged?.includes(id) && logged.includes("a secret detail"));
});

testPages("a page takes no other method, and / leads to the panel", async (world) => {
  const post = await world.call("POST", "/panel", { member: people.ana, body: "a=b" });
  assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"]);
  const root = await world.call("GET", "/");
  assert.deepEqual([root.status, root.headers.get("location")], [302, "/panel"]);
  const head = await world.call("HEAD", "/panel", { member: people.ana });
  assert.deepEqual([head.status, head.body], [200, ""]);
});

testPages("under /api even what nothing answers keeps the envelope", async (world) => {
  const answer = await world.call("GET", "/api/admin/nada", { member: people.ana });
  assert.deepEqual([answer.status, answer.body.code], [404, "not_found"]);
});

testPages("the font and the stylesheet are ours, and are kept", async (world) => {
  const page = await get(world, "/panel", people.ana);
  const font = /href="(\/vendor\/inter-latin\.woff2[^"]*)"/.exec(page.body)![1]!;
  const css = /href="(\/app\.css[^"]*)"/.exec(page.body)![1]!;
  const [fontFile, cssFile] = [
    await fetch(world.url + font),
    await world.call("GET", css.replaceAll("&amp;", "&")),
  ];
  await fontFile.body?.cancel();
  assert.equal(fontFile.headers.get("content-type"), "font/woff2");
  assert.match(fontFile.headers.get("cache-control")!, /immutable/);
  assert.ok(cssFile.body.includes(font), "the preloaded URL is the one that the stylesheet names");
  assert.match(cssFile.body, /font-display:\s*swap/);
  assert.doesNotMatch(cssFile.body, /https?:\/\/(?!www\.w3\.org|tailwindcss\.com)/);
});

testPages("the page shows times in the company's zone", async (world) => {
  const timeZone = "Pacific/Auckland";
  const patch = { member: people.ana, json: { timezone: timeZone } };
  assert.equal((await world.call("PATCH", "/api/admin/companies/1", patch)).status, 200);
  const json = { userId: "maria", title: "Hola", body: "Hola." };
  const { body } = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
  const time = new Intl.DateTimeFormat("es", { timeZone, hour: "2-digit", minute: "2-digit" })
    .format(new Date(body.data.createdAt));
  const page = await get(world, "/panel", people.ana);
  assert.ok(page.body.includes(time), `${time} in ${page.body}`);
});
