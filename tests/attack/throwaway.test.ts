/** What `deno task attack --throwaway` tries: each fault is found, and a sound service passes. */
import assert from "node:assert/strict";
import { Caller } from "@/attack/caller.ts";
import { mostMs, tail } from "@/attack/patience.ts";
import { Report } from "@/attack/report.ts";
import { senderOf } from "@/attack/scene.ts";
import { isConfirmed, type ThrowawayOptions, tryThrowaway } from "@/attack/throwaway.ts";
import { type Fault, startStandIn } from "./stand_in.ts";

const key = `rlv_${"k".repeat(30)}`;
const options: ThrowawayOptions = {
  member: "Cookie: session=1",
  "hostile-domain": "hostile.example",
  "client-ip-header": "X-Client-Address",
  "send-key": key,
  strangers: 3,
  "channel-key": key,
  channel: 1,
};

async function attack(url: string, settings: ThrowawayOptions = options): Promise<string> {
  const report = new Report();
  await tryThrowaway({
    caller: new Caller(url, new AbortController().signal),
    report,
    mark: "attack-test",
    side: senderOf(key, "attack-test"),
    patience: { beyondMs: 20_000, afterwardsMs: 0 },
    options: settings,
  });
  return String(report);
}

Deno.test("a sound installation passes all of it", async () => {
  await using standIn = startStandIn();
  const report = await attack(standIn.url);
  assert.match(report, /(\d+) of \1 checks passed$/);
  assert.doesNotMatch(report, /FAIL|skip/);
  assert.match(report, /refused after 40, 40 and 120/);
  assert.match(report, /3 strangers accepted/);
});

const finds: Record<Fault, RegExp> = {
  "a text breaks its reader": /FAIL {2}The public contact form .*\n.*\n +brackets: 500/,
  "a text holds others up":
    /FAIL {2}The public contact form .*\n.*\n +GET \/healthz beside it: 503/,
  "a refusal of the form says no time":
    /FAIL {2}The public contact form[^]*429 without Retry-After/,
  "a program's message breaks its reader": /FAIL {2}Messages that a program brings/,
  "searches run side by side": /FAIL {2}A member's second search[^]*6 searches at once were all/,
  "a search is refused without a time": /FAIL {2}A member's second search[^]*beside others: 429/,
  "a hostile domain hangs up": /FAIL {2}A hostile domain's answer holds nobody up/,
  "guesses count for everybody": /FAIL {2}Wrong codes of others .*\n +the owner's first try: 429/,
  "a code that was sent is shut by others who ask": /FAIL {2}Wrong codes of others/,
  "each address of a network is a caller":
    /FAIL {2}An IPv6 network .*\n.*\n +60 codes from one IPv6/,
  "an IPv4 address in IPv6 is another caller": /60 codes from one IPv4 .* none was refused/,
  "links count each address": /150 links looked up .* none was refused/,
  "too many codes are refused without a time": /FAIL {2}Who asks too much/,
  "mails go to anybody": /FAIL {2}A key reaches 3 strangers [^]*4 different strangers were all/,
  "a key reaches one stranger more": /FAIL {2}A key reaches 3 strangers [^]*4 different strangers/,
  "a mailed stranger counts again": /FAIL {2}A key reaches [^]*the first stranger once more: 422/,
  "the refused mail breaks it": /FAIL {2}A key reaches 3 strangers [^]*stranger 4: 500/,
};

for (const [fault, finding] of Object.entries(finds)) {
  Deno.test(`${fault}: it is found`, async () => {
    await using standIn = startStandIn(fault as Fault);
    assert.match(await attack(standIn.url), finding);
  });
}

Deno.test("a check that cannot run is left out with its reason", async () => {
  await using bare = startStandIn(undefined, { gateway: "none" });
  const report = await attack(bare.url, {});
  assert.match(
    report,
    /skip {2}Messages that a program brings.*: give --channel-key and --channel/,
  );
  assert.match(report, /skip {2}A member's second search .*: give --member/);
  assert.match(report, /skip {2}Wrong codes of others .*: no gateway of Relevo's own/);
  assert.match(report, /skip {2}A key reaches 50 strangers .*: give --send-key/);
  assert.match(report, /\n3 of 3 checks passed, 7 skipped$/);
  await using mute = startStandIn(undefined, { gateway: "without mail", mailAccount: false });
  const other = await attack(mute.url);
  assert.match(other, /skip {2}Wrong codes of others .*: this gateway sends no codes/);
  assert.match(other, /skip {2}A key reaches .*: the company of --send-key has no e-mail account/);
  await using deaf = startStandIn(undefined, { believes: false });
  assert.match(
    await attack(deaf.url),
    /skip {2}An IPv6 network .*: the address .* is not believed/,
  );
});

Deno.test("only the host confirms, by option or at the terminal", () => {
  const base = "https://crm.example.com:8443";
  const never = () => assert.fail("nobody is asked");
  assert.equal(isConfirmed(base, "CRM.example.com:8443", never), true);
  assert.equal(isConfirmed(base, "crm.example.com", never), false);
  assert.equal(isConfirmed(base, "", never), false);
  const requests: string[] = [];
  const typed = (text: string | null) => (question: string) => (requests.push(question), text);
  assert.equal(isConfirmed(base, undefined, typed("crm.example.com:8443")), true);
  assert.equal(isConfirmed(base, undefined, typed("yes")), false);
  assert.equal(isConfirmed(base, undefined, typed(null)), false);
  assert.match(requests[0]!, /crm\.example\.com:8443/);
});

Deno.test("waits under attack are compared with those of the quiet run", () => {
  const took = (...times: number[]) => times.map((ms) => ({ ms }));
  assert.equal(mostMs(took(10, 10, 10), 2_000), 2_200);
  assert.equal(mostMs(took(10, 260, 250), 2_000), 7_200, "a busy machine is slow alone too");
  const once = [...Array.from({ length: 99 }, () => 10), 5_205];
  assert.equal(tail(took(...once)), 10, "one late answer of a hundred decides nothing");
});
