/** The demo's presses: they let its people in, and exist nowhere else. */
import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { exchange } from "../gateway/support/raw.ts";
import { scene as plainGateway } from "../gateway/support/scene.ts";
import { type StandIn, startStandIn } from "../gateway/support/stand_in.ts";
import { type Answer, Visitor } from "../gateway/support/visitor.ts";
import { type Front, openFront } from "./scene.ts";

const ana = { email: "ana@relevo.example", name: "Ana Ruiz", note: "Talleres (ventas)" };
const leo = { email: "leo@relevo.example", name: "Leo <b>", note: "Estudio" };
const people = [ana, leo];
const secret = "between-the-demo-and-its-app-in-a-test";
const header = "Cf-Access-Jwt-Assertion";

interface Scene extends Front {
  app: StandIn;
  person: Visitor;
  press(email: string, fields?: Record<string, string>): Promise<Answer>;
}

function scene(name: string, act: (scene: Scene) => Promise<void>): void {
  // The database keeps what belongs to no test.
  const loose = { sanitizeOps: false, sanitizeResources: false };
  Deno.test({ name: `demo: ${name}`, ...loose }, async () => {
    await using app = startStandIn({ secret });
    for (const { email } of people) await app.addMember(email, 1);
    await using front = await openFront({ appUrl: app.url, secret, people });
    const person = new Visitor(front.origin);
    const press: Scene["press"] = (email, fields) =>
      person.form("/.gateway/login", { email, ...fields });
    await act({ ...front, app, person, press });
  });
}

scene("a press lets a person in, with a session that a passkey or code would give", async (at) => {
  const { app, person, press, origin } = at;
  const pressed = await press(leo.email, { to: "/panel/tasks?mine=1" });
  assert.deepEqual([pressed.status, pressed.headers.get("location")], [303, "/panel/tasks?mine=1"]);
  assert.match(pressed.headers.getSetCookie()[0]!, /^__Host-relevo=[^]*HttpOnly; Secure/);
  assert.equal((await person.get("/panel/tasks?mine=1")).text, "the app");
  const { email, email_verified, iss, aud } = decodeJwt(app.lastRequest()!.headers.get(header)!);
  assert.deepEqual([email, email_verified, iss, aud], [leo.email, true, origin, "relevo-demo"]);
  assert.match((await person.get("/.gateway/account")).text, /leo@relevo\.example/);

  const before = person.cookie;
  assert.equal((await press(ana.email)).headers.get("location"), "/panel");
  await person.get("/panel");
  assert.equal(decodeJwt(app.lastRequest()!.headers.get(header)!).email, ana.email);
  const old = await fetch(`${origin}/panel`, { headers: { cookie: before } });
  assert.equal((await old.json()).code, "unauthorized", "the session before has ended");
});

scene("the sign-in page has a press for each person, below the passkeys", async ({ person }) => {
  const { text } = await person.get("/.gateway/login?to=/panel/clients", {
    "accept-language": "es",
  });
  assert.match(text, /Entrar con una llave[^]*Ana Ruiz[^]*Talleres \(ventas\)[^]*Entrar como Ana/);
  assert.ok(text.includes("Leo &lt;b>"), text);
  assert.match(
    text,
    /name="to" value="\/panel\/clients"\/><button [^>]*value="leo@relevo\.example"/,
  );
  assert.doesNotMatch(text, /<style| style=|<script>/);
});

scene(
  "a press lets in nobody else, nobody without a company, nobody from elsewhere",
  async (at) => {
    const { app, person, press, url, origin } = at;
    await app.addMember("eve@relevo.example", 1);
    const stranger = await press("eve@relevo.example");
    assert.deepEqual([stranger.status, /in no company/.test(stranger.text)], [403, true]);
    await app.removeMember(leo.email, 1);
    assert.equal((await press(leo.email)).status, 403);
    for (const email of ["", "ana", "ana@relevo.example\r\nx: y"]) {
      assert.equal((await press(email)).status, 400, email);
    }
    for (const to of ["//evil.example", "https://evil.example/", "/.gateway/logout"]) {
      assert.equal((await press(ana.email, { to })).headers.get("location"), "/panel", to);
    }
    person.cookies.clear();
    const elsewhere: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: url },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of elsewhere) {
      const answer = await person.form("/.gateway/login", { email: ana.email }, headers);
      assert.equal(answer.status, 403);
    }
    const body = "email=ana%40relevo.example";
    // A page of the internet whose name leads to this machine.
    const reply = await exchange(
      url,
      `POST /.gateway/login HTTP/1.1\r\nHost: evil.example\r\nSec-Fetch-Site: same-origin\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
    assert.match(reply, new RegExp(`^HTTP/1\\.1 302 [^]*location: ${origin}/`, "i"));
    assert.equal(person.cookies.size, 0);
    assert.doesNotMatch(reply, /set-cookie/i);
  },
);

scene("while the app starts nobody is let in, and it is said", async ({ app, press, person }) => {
  await app.stop();
  const early = await press(ana.email);
  assert.deepEqual([early.status, early.headers.get("retry-after")], [503, "2"]);
  assert.equal((await person.get("/panel")).status, 302);
  app.start();
  assert.equal((await press(ana.email)).status, 303);
});

plainGateway("a gateway without the demo has no press", async ({ app, visitor }) => {
  await app.addMember(ana.email, 1);
  const person = visitor();
  const pressed = await person.form("/.gateway/login", { email: ana.email, to: "/panel" });
  assert.deepEqual([pressed.status, pressed.headers.get("allow")], [405, "GET, HEAD"]);
  assert.deepEqual([...person.cookies], []);
  const page = await person.get("/.gateway/login");
  assert.doesNotMatch(page.text, /action="\/\.gateway\/login"|Enter as/);
  assert.equal((await person.get("/panel")).status, 302);
});
