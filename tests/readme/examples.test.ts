/** The README's own examples, run in order by bash against the demo. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { signBody, signWebhook } from "@/lib/notify/callbacks/signature.ts";
import { launch, type Launched, ready } from "../demo/launcher.ts";
import { blocks, readme, section } from "./readme.ts";

Deno.test("the examples do what the README says, one after the other", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-readme-" });
  try {
    await using demo = launch({ dataDir: join(folder, ".data") });
    await ready(demo);
    const sent = await run(demo, folder, "Your first notification");
    assert.deepEqual(sent.map(({ data }) => Object.keys(data)[0]), [
      "notificationId",
      "code",
      "token",
      "notificationId",
      "0",
    ]);
    const [answer, ...others] = sent.at(-1)!.data;
    assert.deepEqual(others, []);
    assert.deepEqual(answer.action, { id: "yes", label: "Yes" });
    assert.equal(answer.reply, "Until two");

    const sold = await run(demo, folder, "From a message to a sale");
    const [received, [contact], converted, , share, approved, confirmed] = sold.map(
      ({ data }) => data,
    );
    assert.deepEqual(received, { received: true });
    assert.equal(contact.subject, "Mesa de roble");
    assert.equal(converted.contact.id, contact.id);
    assert.match(share.url, /\/q\//);
    assert.equal(approved.status, "approved");
    assert.equal(confirmed.sale.status, "active");
    assert.equal(confirmed.tasks.length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Runs a section's shell blocks as one script, and returns the answers that it prints. */
async function run(demo: Launched, folder: string, heading: string) {
  const script = blocks("sh", section(heading)).join("\n")
    .replaceAll("http://localhost:8000", demo.url);
  assert.doesNotMatch(script, /:8000/);
  // curl is told aside from the commands to fail with the answer, and to end its line.
  await Deno.writeTextFile(join(folder, ".curlrc"), 'fail-with-body\nwrite-out = "\\n"\n');
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", script],
    cwd: folder,
    env: { CURL_HOME: folder, TMPDIR: folder },
    stdin: "null",
  }).output();
  const [printed, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, `${heading}: ${printed}\n${complaints}`);
  const answers = printed!.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer));
  return answers;
}

/** A callback as it arrives, signed at this time. */
function callback(timestamp = Math.floor(Date.now() / 1000)) {
  const apiKey = `rlv_${"k".repeat(86)}`;
  const digest = crypto.subtle.digest("SHA-256", new TextEncoder().encode(apiKey));
  const body = new TextEncoder().encode('{"reply":"sí"}');
  return digest.then((hash) => {
    const id = "01940000-0000-7000-8000-000000000000";
    const signature = signWebhook(new Uint8Array(hash), { id, timestamp, body });
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature,
    };
    return { apiKey, body, headers, service: signBody(new Uint8Array(hash), body) };
  });
}

Deno.test("the check in JavaScript believes Relevo alone, and only for a while", async () => {
  const [code] = blocks("js");
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code!)}`);
  const { apiKey, body, headers } = await callback();
  assert.equal(isGenuine(body, headers, apiKey), true);
  assert.equal(isGenuine(body, headers, `${apiKey}x`), false);
  const digest = createHash("sha256").update(apiKey).digest();
  assert.equal(isGenuine(body, headers, digest), true);
  assert.equal(isGenuine(new Uint8Array([...body, 32]), headers, apiKey), false);
  assert.equal(isGenuine(body, {}, apiKey), false);
  const old = await callback(Math.floor(Date.now() / 1000) - 600);
  assert.equal(isGenuine(old.body, old.headers, old.apiKey), false);
});

Deno.test({
  name: "the check in Python believes Relevo alone, and only for a while",
  ignore: !await hasPython(),
  fn: async () => {
    const { apiKey, body, headers } = await callback();
    const old = await callback(Math.floor(Date.now() / 1000) - 600);
    const given = {
      cases: [[headers, apiKey], [headers, `${apiKey}x`], [{}, apiKey], [old.headers, apiKey]],
      body: new TextDecoder().decode(body),
    };
    const script = `${blocks("python")[0]}
import json, sys
given = json.load(sys.stdin)
print([is_genuine(given["body"].encode(), headers, key) for headers, key in given["cases"]])`;
    const child = new Deno.Command("python3", {
      args: ["-c", script],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(given)));
    await writer.close();
    const { stdout } = await child.output();
    assert.equal(new TextDecoder().decode(stdout).trim(), "[True, False, False, False]");
  },
});

Deno.test("the older header is told as it is made", async () => {
  const { service } = await callback();
  assert.match(service, /^sha256=[0-9a-f]{64}$/);
  assert.match(readme, /`X-Service-Signature` is `sha256=` and the hex HMAC-SHA256 of\sthe body/);
});

async function hasPython(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("python3", { args: ["--version"] }).output();
    return success;
  } catch {
    return false;
  }
}
