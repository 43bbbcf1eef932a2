/**
 * The benchmarks: `deno task bench [cost|notify|channels|crm|panel|fairness|scale] [part …] [--write]
 * [--quick] [--only=postgres|pglite] [--attack=text] [--against=folder] [--share=0.1]`.
 * Without a part it runs all of them. `--write` puts the results into `bench/README.md`; `--quick`
 * only shows that everything works; `--attack` takes those whose name has the text; with
 * `--against`, `cost` measures this version and that of another clone, in turns.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeMachine } from "@/bench/machine.ts";
import { parts as channels } from "@/bench/channels/parts.ts";
import { parts as cost } from "@/bench/cost/parts.ts";
import { parts as fairness } from "@/bench/fairness/parts.ts";
import { parts as crm } from "@/bench/crm/parts.ts";
import { parts as panel } from "@/bench/panel/parts.ts";
import { makeDataSet } from "@/bench/scale/data_set.ts";
import { parts as scale } from "@/bench/scale/parts.ts";
import { parts as notify } from "@/bench/notify/parts.ts";
import { writeResults } from "@/bench/report.ts";
import type { Kind } from "@/bench/stage.ts";
import { findServerPrograms } from "@/tests/support/cluster.ts";

const suites = { cost, notify, channels, crm, panel, fairness, scale };

const { values: flags, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    make: { type: "boolean", default: false },
    only: { type: "string" },
    attack: { type: "string" },
    against: { type: "string" },
    share: { type: "string" },
  },
});

async function main(): Promise<void> {
  const [suite, ...wanted] = positionals;
  if (suite === "scale" && flags.make) {
    return console.log(await makeDataSet({ quick: flags.quick }));
  }
  const kinds = chooseKinds();
  await build();
  for (const [name, all] of Object.entries(suites)) {
    if (suite !== undefined && suite !== name) continue;
    for (const part of wanted.length > 0 ? wanted : Object.keys(all)) {
      await run(name, part, kinds);
    }
  }
}

async function run(suite: keyof typeof suites | string, part: string, kinds: Kind[]) {
  const measure = suites[suite as keyof typeof suites][part];
  if (!measure) throw new Error(`${suite} has no part ${part}`);
  const machine = await describeMachine();
  console.log(`\n## ${suite} ${part}\n`);
  const { quick, attack, against } = flags;
  const share = flags.share === undefined ? undefined : shareOf(flags.share);
  const folder = against && resolve(against);
  const results = await measure({ kinds, quick, attack, against: folder, share });
  const settings = `${quick ? " --quick" : ""}${share === undefined ? "" : ` --share=${share}`}`;
  const command = `deno task bench ${suite} ${part}${settings}`;
  const provenance = `\`${command} --write\`, ${
    new Date().toISOString().slice(0, 10)
  }: ${machine}.`;
  console.log(`${results}\n\n${provenance}`);
  if (flags.write) await writeResults(`${suite} ${part}`, `${results}\n\n${provenance}`);
}

function shareOf(text: string): number {
  const share = Number(text);
  if (share > 0 && share <= 1) return share;
  throw new Error(`--share is a number above 0 and up to 1, not "${text}"`);
}

function chooseKinds(): Kind[] {
  if (flags.only === "postgres" || flags.only === "pglite") return [flags.only];
  if (findServerPrograms()) return ["postgres", "pglite"];
  console.log("Left out: Postgres, no server programs found (PG_BIN, PATH).");
  return ["pglite"];
}

/** The app runs from its built output, which may be older than the code. */
async function build(): Promise<void> {
  const args = ["run", "-P=build", "dev.ts", "build"];
  const cwd = new URL("..", import.meta.url);
  const { success } = await new Deno.Command(Deno.execPath(), { args, cwd, stdout: "null" })
    .output();
  if (!success) throw new Error("the build failed");
}

await main();
