/** The README's own examples, run in order by bash against the demo. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { signBody } from "@/lib/outbound/signature.ts";
import { launch, type Launched, ready } from "../demo/launcher.ts";
import { blocks, page, section } from "./readme.ts";

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

Deno.test("the older header is told as it is made", () => {
  const notifications = page("docs/api/notifications.md");
  const digest = new Uint8Array(32);
  assert.match(signBody(digest, new Uint8Array()), /^sha256=[0-9a-f]{64}$/);
  assert.match(
    notifications,
    /`X-Service-Signature` is `sha256=` and the hex HMAC-SHA256 of\sthe body/,
  );
});
