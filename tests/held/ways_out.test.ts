/** Every way out of the process asks whether it is held, and a new way must be in these tables. */
import assert from "node:assert/strict";
import { openImap } from "@/lib/channels/email/imap.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { addressesOf, dial } from "@/lib/channels/email/network.ts";
import { openSmtp } from "@/lib/channels/email/smtp.ts";
import { openOwnMail } from "@/lib/mail/own_mail.ts";
import { parseNets } from "@/lib/outbound/addresses.ts";
import { fetchFile } from "@/lib/outbound/fetch_file.ts";
import { post } from "@/lib/outbound/outbound.ts";
import { Hold } from "@/lib/tools/hold.ts";
import { importsOf, root, sourceFiles } from "../tidy/sources.ts";

/** Modules that dial, and those that hand a connection or an address on to one that does. */
const asking = [
  "lib/channels/email/imap.ts",
  "lib/channels/email/network.ts",
  "lib/channels/email/discover.ts",
  "lib/mail/own_mail.ts",
  "lib/outbound/fetch_file.ts",
  "lib/outbound/outbound.ts",
  "lib/status/certificate.ts",
];

/** Modules with means to dial that ask nobody, and why none of them needs to. */
const others: Record<string, string> = {
  "lib/access/gateway/key_set.ts": "keys by which people sign in",
  "lib/channels/email/compose.ts": "writes mails",
  "lib/channels/email/smtp.ts": "speaks on a connection that network.ts has dialled",
  "lib/doctor/network_checks.ts": "the operator's own command, at their own addresses",
  "lib/outbound/addresses.ts": "isIP alone",
  "lib/outbound/guarded_sockets.ts": "dials for outbound.ts and fetch_file.ts",
  "lib/readers/hosts.ts": "the launcher's socket",
  "lib/service/control/client.ts": "the socket in the data folder",
};

const dialling = /^(node:(net|tls|https?|http2|dgram|dns)(\/|$)|imapflow$|nodemailer|undici)/;
const calls =
  /(?<![#.\w])fetch\((?!["'`]\/)|\bnew WebSocket\(|\bnew EventSource\(|Deno\.(connect|connectTls|resolveDns|createHttpClient)\b|\bresolveMx\(/;
/** Rooms whose modules run in browsers, or make builds. */
const elsewhere = /^lib\/(panel|phone|fresh|build|db|launch)\//;

Deno.test("whoever can dial is in the table of those who ask, or in that of the others", () => {
  const ways = sourceFiles().filter((file) => /^(lib|routes)\//.test(file))
    .filter((file) => !elsewhere.test(file)).filter((file) => {
      const source = Deno.readTextFileSync(`${root}/${file}`);
      return importsOf(file, { types: false }).some((name) => dialling.test(name)) ||
        calls.test(source);
    });
  const unused = Object.keys(others).filter((file) => !ways.includes(file));
  const listed = [...asking, ...Object.keys(others)];
  assert.deepEqual(ways.filter((file) => !listed.includes(file)), [], "a new way out");
  assert.deepEqual(unused, [], "no way out any more");
  for (const file of asking) {
    assert.match(Deno.readTextFileSync(`${root}/${file}`), /\bgate\.isHeld\b/, file);
  }
});

Deno.test("each of them opens no connection while it is held", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let callers = 0;
  const listening = (async () => {
    for await (const conn of listener) {
      callers++;
      conn.close();
    }
  })();
  const gate = new Hold();
  const allow = parseNets("127.0.0.0/8");
  const { port } = listener.addr;
  const lookup = () => Promise.resolve(["127.0.0.1"]);
  const network = {
    ...{ allow, gate, lookup },
    exchanges: () => Promise.resolve([]),
    connectMs: 5_000,
    commandMs: 5_000,
  };
  const server = { host: "127.0.0.1", port, security: "none" as const };
  const login = { ...server, user: "x", password: "y" };
  const opening = { network, companyId: 1, name: "relevo.example" };
  const url = `http://127.0.0.1:${port}/`;
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(() => "opened", (error) => error instanceof MailFailure ? error.outcome : error);
  const ways: Record<string, () => Promise<unknown>> = {
    post: async () =>
      (await post({ url, headers: {}, body: new Uint8Array(), allow, gate, companyId: 1 })).outcome,
    fetchFile: async () =>
      (await fetchFile({
        ...{ url, allow, gate, companyId: 1, maxBytes: 100 },
        isAllowed: () => true,
        keep: () => Promise.resolve(),
      })).outcome,
    addressesOf: () => outcomeOf(addressesOf(network, server, "imap", 1)),
    dial: () => outcomeOf(dial(network, server, "smtp", 1).then((socket) => socket.destroy())),
    openImap: () => outcomeOf(openImap(login, opening)),
    openSmtp: () => outcomeOf(openSmtp(login, opening)),
    openOwnMail: () =>
      openOwnMail({ ...server, from: "relevo@shop.example" }, gate)
        .send({ to: "ana@shop.example", subject: "", text: "" })
        .then(() => "sent", (error) => error.message),
  };
  try {
    gate.note({ since: new Date(), reason: "asked" });
    for (const [name, way] of Object.entries(ways)) assert.equal(await way(), "held", name);
    assert.equal(callers, 0);
    gate.note(null);
    // Each has reached the listener once it is released, but for what only looks up.
    for (const [name, way] of Object.entries(ways)) assert.notEqual(await way(), "held", name);
    assert.ok(callers >= 5, String(callers));
  } finally {
    listener.close();
    await listening;
  }
});

Deno.test("a process is held by its own setting, or by the database; each change is heard once", () => {
  const heard: string[] = [];
  const hold = new Hold();
  for (const change of ["held", "released"] as const) hold.on(change, () => heard.push(change));
  const holding = { since: new Date(), reason: "asked" };
  assert.equal(hold.isHeld, false);
  for (const stored of [null, holding, holding, null, null, holding]) hold.note(stored);
  assert.deepEqual(heard, ["held", "released", "held"]);
  assert.equal(hold.holding, holding);
  const own = new Hold({ since: new Date(), reason: "setting" });
  own.note(null);
  assert.equal(own.holding?.reason, "setting");
});
