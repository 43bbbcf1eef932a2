import assert from "node:assert/strict";
import { Certificate } from "@/lib/status/certificate.ts";
import { Hold, openGate } from "@/lib/tools/hold.ts";
import { certificateFor } from "../support/certificates.ts";
import { startReceiver } from "../support/receiver.ts";

const hour = 3_600_000;
const day = 24 * hour;

Deno.test("the end of the address' certificate is read once an hour", async () => {
  const receiver = startReceiver({ tls: certificateFor() });
  const certificate = new Certificate(receiver.url.replace("127.0.0.1", "localhost"), openGate);
  const now = Date.now();
  const { endsAt } = (await certificate.read(now))!;
  const days = (endsAt.getTime() - now) / day;
  assert.ok(days > 29 && days < 31, String(days));
  await receiver.close();
  assert.deepEqual((await certificate.read(now + hour - 1))?.endsAt, endsAt);
  assert.equal(await certificate.read(now + hour), null, "nobody answers any more");
});

Deno.test("one that is over, or of an address by number, has its end too", async () => {
  await using receiver = startReceiver({ tls: certificateFor({ days: -1 }) });
  const { endsAt } = (await new Certificate(receiver.url, openGate).read())!;
  assert.ok(endsAt.getTime() < Date.now());
});

Deno.test("plain http has none, and neither has a server that does not speak TLS", async () => {
  await using receiver = startReceiver();
  assert.equal(await new Certificate(receiver.url, openGate).read(), null);
  assert.equal(await new Certificate(receiver.url.replace("http", "https"), openGate).read(), null);
  assert.equal(await new Certificate("", openGate).read(), null);
});

Deno.test("while the installation is held nobody is asked", async () => {
  await using receiver = startReceiver({ tls: certificateFor() });
  const gate = new Hold({ since: new Date(), reason: "asked" });
  assert.equal(await new Certificate(receiver.url, gate).read(), null);
});
