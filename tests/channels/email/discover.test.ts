/** How a mailbox is reached, by its address. */
import assert from "node:assert/strict";
import { readAutoconfig } from "@/lib/channels/email/autoconfig.ts";
import { discover } from "@/lib/channels/email/discover.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { providerOfMx } from "@/lib/channels/email/providers.ts";
import { parseNets } from "@/lib/outbound/addresses.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { people, testOnEach } from "../../support/world.ts";

const xml = `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="x">
  <incomingServer type="pop3"><hostname>pop.x.example</hostname><port>995</port>
    <socketType>SSL</socketType><username>%EMAILADDRESS%</username></incomingServer>
  <incomingServer type="imap"><hostname>plain.x.example</hostname><port>143</port>
    <socketType>plain</socketType><username>%EMAILADDRESS%</username></incomingServer>
  <incomingServer type="imap"><hostname>IMAP.x.example</hostname><port>993</port>
    <socketType>SSL</socketType><username>%EMAILLOCALPART%</username></incomingServer>
  <outgoingServer type="smtp"><hostname>smtp.x.example</hostname><port>587</port>
    <socketType>STARTTLS</socketType><username>%EMAILADDRESS%</username></outgoingServer>
</emailProvider></clientConfig>`;

Deno.test("a domain's own word names its first encrypted servers", () => {
  assert.deepEqual(readAutoconfig(xml, "hola@x.example"), {
    imap: { host: "imap.x.example", port: 993, security: "tls", user: "hola" },
    smtp: { host: "smtp.x.example", port: 587, security: "starttls", user: "hola@x.example" },
  });
});

Deno.test("a configuration without an encrypted server suggests nothing", () => {
  assert.equal(readAutoconfig("<html>404</html>", "a@x.example"), undefined);
  assert.equal(readAutoconfig(xml.replaceAll("SSL", "plain"), "a@x.example"), undefined);
  assert.equal(readAutoconfig(xml.replaceAll("IMAP.x.example", "a b"), "a@x.example"), undefined);
  assert.equal(readAutoconfig("<incomingServer ".repeat(50_000), "a@x.example"), undefined);
});

Deno.test("a provider is recognised by the domain's MX records", () => {
  assert.equal(providerOfMx(["ASPMX.L.Google.com."])?.name, "Gmail");
  assert.equal(providerOfMx(["x-es.mail.protection.outlook.com"])?.name, "Outlook");
  assert.equal(providerOfMx(["mx.evilgoogle.com"]), undefined);
  assert.equal(providerOfMx([]), undefined);
});

Deno.test("the search for a domain's servers asks no host that is not public", async () => {
  const names: string[] = [];
  const network: MailNetwork = {
    allow: parseNets(""),
    gate: openGate,
    lookup: (name) => (names.push(name), Promise.resolve(["127.0.0.1"])),
    exchanges: () => Promise.resolve([]),
  };
  const servers = await discover("hola@x.example", {
    network,
    companyId: 1,
    language: "en",
    clients: {},
    readAutoconfig: () => Promise.reject(new Error("nothing was answered")),
  });
  assert.deepEqual(names.sort(), ["autoconfig.x.example", "x.example"]);
  assert.deepEqual([servers.source, servers.imap.host], ["guess", "mail.x.example"]);
});

testOnEach("a member who types an address gets the servers of its mailbox", async (world) => {
  const api = apiOf(world, people.ana);
  const ask = (address: string) => expectData(api("POST", "/channels/discover", { address }));
  const gmail = await ask("Taller.Ferrer@GMAIL.com");
  assert.deepEqual([gmail.source, gmail.provider], ["known", "Gmail"]);
  assert.deepEqual(gmail.imap, {
    ...{ host: "imap.gmail.com", port: 993, security: "tls", user: "taller.ferrer@gmail.com" },
  });
  assert.deepEqual([gmail.sent_copy, gmail.authserv_id], [false, "mx.google.com"]);
  assert.match(gmail.advice, /app password/);
  const own = await ask("hola@taller.example");
  assert.deepEqual([own.source, own.provider], ["exchange", "Gmail"]);
  const guess = await ask("hola@otro.example");
  assert.deepEqual([guess.source, guess.smtp.host], ["guess", "mail.otro.example"]);
  const wrong = api("POST", "/channels/discover", { address: "hola" });
  await expectFailure(wrong, 422, "validation_failed");
}, {
  exchanges: (domain) => Promise.resolve(domain === "taller.example" ? ["aspmx.l.google.com"] : []),
  resolve: () => Promise.resolve([]),
});

Deno.test("a domain that never answers is guessed, whatever it is that takes so long", async () => {
  const never = <T>() => new Promise<T>(() => {});
  const options = {
    ...{ companyId: 1, language: "en", clients: {}, withinMs: 20 } as const,
    readAutoconfig: () => never<undefined>(),
  };
  const lookup = () => Promise.resolve([]);
  const slow: Partial<MailNetwork>[] = [
    { exchanges: never },
    { lookup: never },
    { exchanges: () => Promise.reject(new Error("no such zone")) },
  ];
  for (const one of slow) {
    const network = {
      ...{ allow: parseNets(""), gate: openGate, lookup },
      exchanges: () => Promise.resolve([]),
      ...one,
    };
    const { source } = await discover("hola@x.example", { ...options, network });
    assert.equal(source, "guess");
  }
});

/** A domain whose answer to the first question is given later. */
const pending = Promise.withResolvers<string[]>();
const start = Promise.withResolvers<void>();

testOnEach("a member asks for one mailbox at a time", async (world) => {
  const ask = (member: string) =>
    world.call("POST", "/api/admin/channels/discover", {
      member,
      json: { address: "hola@otro.example" },
    });
  const first = ask(people.ana);
  await start.promise;
  const second = await ask(people.ana);
  assert.deepEqual([second.status, second.headers.get("Retry-After")], [429, "5"]);
  const other = ask(people.eva);
  pending.resolve([]);
  assert.deepEqual([(await first).status, (await other).status], [200, 200]);
  assert.equal((await ask(people.ana)).status, 200);
}, { exchanges: () => (start.resolve(), pending.promise), resolve: () => Promise.resolve([]) });
