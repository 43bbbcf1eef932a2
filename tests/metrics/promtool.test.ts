/** Prometheus' own tool takes what is exposed, and every expression of the dashboard. */
import assert from "node:assert/strict";
import { runWithInput } from "../support/process.ts";
import { testWithPromtool } from "../support/promtool.ts";
import { familyNames } from "@/lib/metrics/families.ts";
import { count, observe, writeMetrics } from "@/lib/metrics/registry.ts";
import { processGauges } from "@/lib/metrics/process.ts";
import { dashboard } from "./made.ts";
import { readExposition, valueOf } from "./exposition.ts";

async function run(args: string[], input: string): Promise<string> {
  const { code, stdout, stderr } = await runWithInput("promtool", { args }, input);
  assert.equal(code, 0, stdout + stderr);
  return stdout + stderr;
}

async function exposed(): Promise<string> {
  count("relevo_requests_total", ['a"b\\c\nd', "2xx"]);
  observe("relevo_attempt_seconds", ["callback"], 0.3);
  observe("relevo_attempt_seconds", ["callback"], -1);
  return await writeMetrics(familyNames, {
    ...processGauges(),
    relevo_info: [[["1.2.0", "abc", "0085", "one"], 1]],
    relevo_database_bytes: [[[], 1e15]],
    relevo_owed: [],
  });
}

Deno.test("the text is of the format, whatever a label says", async () => {
  const name = 'a"b\\c\nd';
  const read = async () => {
    const families = readExposition(await exposed());
    return [
      valueOf(families, "relevo_requests_total", { "door": name, status: "2xx" }),
      valueOf(families, "relevo_attempt_seconds_count", { kind: "callback" }),
      Math.round(valueOf(families, "relevo_attempt_seconds_sum", { kind: "callback" }) * 1_000),
      valueOf(families, "relevo_database_bytes"),
    ];
  };
  const [before, after] = [await read(), await read()];
  const grown = after.map((value, at) => value - before[at]!);
  assert.deepEqual([grown, after.at(-1)], [[1, 2, 300, 0], 1e15]);
});

Deno.test("what alerts wait for is there from the start", async () => {
  const families = readExposition(await exposed());
  for (const kind of ["callback", "push", "message", "mail", "due"]) {
    const samples = families.get("relevo_given_up_total")!.samples.get("relevo_given_up_total")!;
    assert.ok(samples.some(({ labels, value }) => labels.kind === kind && value >= 0), kind);
  }
  const code = "keys_unavailable";
  const refusals = families.get("relevo_refusals_total")!.samples.get("relevo_refusals_total")!;
  assert.ok(refusals.some(({ labels }) => labels.code === code));
});

testWithPromtool("promtool takes what is exposed", async () => {
  assert.equal((await run(["check", "metrics"], await exposed())).trim(), "");
});

testWithPromtool("promtool takes every expression of the dashboard", async () => {
  const file = await Deno.makeTempFile({ suffix: ".yml" });
  const rules = dashboard().panels.flatMap(({ id, targets }) =>
    targets.map(({ expr }, at) => ({
      record: `panel:${id}_${at}`,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$job", ".*"),
    }))
  );
  await Deno.writeTextFile(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
  assert.match(
    await run(["check", "rules", file], ""),
    new RegExp(`${rules.length} rules found`),
  );
  await Deno.remove(file);
});
