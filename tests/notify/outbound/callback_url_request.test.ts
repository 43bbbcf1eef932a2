import assert from "node:assert/strict";
import { readConfig } from "@/lib/service/config.ts";
import { testOnEach } from "../../support/world.ts";
import { assertFailure, inTenant, postNotify } from "../scene.ts";

const strangers = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1:8443/x",
  "https://localhost/",
  "https://app.localhost./",
  "https://10.1.2.3/",
  "https://192.168.0.10/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://①②⑦.⓪.⓪.①/",
  "http://example.com/",
  "ftp://example.com/",
  "https://user:secret@example.com/",
  "https://user@example.com/",
  "https://example.com/#part",
  "https://",
  "example.com/answers",
  "javascript:alert(1)",
  "https://exa mple.com/",
  "https://93.184.215.14:22/",
  "https://name.invalid:5432/",
  "https://[2a00:1450:4003::5efe:a00:1]/",
];

testOnEach("a callbackUrl that must not be called is refused by its field", async (world) => {
  for (const callbackUrl of strangers) {
    const refused = assertFailure(
      await postNotify(world, { callbackUrl }),
      422,
      "callback_url_refused",
    );
    assert.deepEqual(Object.keys(refused.fields), ["callbackUrl"], callbackUrl);
    assert.match(refused.fields.callbackUrl, / /, "a sentence, and no machine's word");
  }
  const spanish = await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: { userId: "a", title: "t", body: "b", callbackUrl: "http://example.com/" },
    headers: { "Accept-Language": "es" },
  });
  assert.equal(spanish.body.fields.callbackUrl, "debe ser una URL https");
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("notifications").select("id").execute(),
  );
  assert.equal(rows.length, 0);
  for (
    const callbackUrl of [
      "https://93.184.215.14/x?y=z",
      "https://name.invalid/answers",
      "https://93.184.215.14:8443/",
    ]
  ) {
    const { status, body } = await postNotify(world, { callbackUrl });
    assert.equal(status, 202, JSON.stringify(body));
  }
}, { env: { CALLBACK_ALLOW_NETS: "" } });

testOnEach("ports that the operator names may be called", async (world) => {
  for (const port of [443, 8443, 9443, 10443]) {
    const sent = await postNotify(world, { callbackUrl: `https://name.invalid:${port}/` });
    assert.equal(sent.status, 202, JSON.stringify(sent.body));
  }
  const other = await postNotify(world, { callbackUrl: "https://name.invalid:9444/" });
  assertFailure(other, 422, "callback_url_refused");
}, { env: { CALLBACK_ALLOW_NETS: "", CALLBACK_PORTS: "9443, 10443" } });

Deno.test("a wrong list of ports is named", () => {
  const settings = readConfig({ CALLBACK_PORTS: "1, 65535,," });
  assert.deepEqual([...settings.callbackPorts], [1, 65_535]);
  for (const wrong of ["x", "0", "65536", "80 443", "443;444", "-1", "1.5"]) {
    assert.throws(() => readConfig({ CALLBACK_PORTS: wrong }), ({ message }: Error) => {
      assert.match(message, /CALLBACK_PORTS: ".+" is no port/);
      return true;
    });
  }
});

testOnEach("a network that the operator allows may be called, also by http", async (world) => {
  for (
    const callbackUrl of ["https://10.1.2.3/x", "http://10.1.2.3:8080/x", "https://[fd00::7]/"]
  ) {
    const { status, body } = await postNotify(world, { callbackUrl });
    assert.equal(status, 202, JSON.stringify(body));
  }
  const others = ["https://10.2.0.1/", "https://127.0.0.1/", "http://93.184.215.14/"];
  for (const callbackUrl of others) {
    assertFailure(await postNotify(world, { callbackUrl }), 422, "callback_url_refused");
  }
}, { env: { CALLBACK_ALLOW_NETS: "10.1.0.0/16, fd00::/8" } });
