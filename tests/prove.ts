/**
 * `deno task prove`: the fault tests in their long form (20 kills on each database, and so on),
 * with what they have shown in one list at the end, every page in every look and language, and a
 * release installed on a Debian and run as an image, which takes root and mmdebstrap. It asks npm
 * for Redocly's rules, which the OpenAPI document is held to. Arguments go to the runner: files,
 * `--only-pglite`.
 */
import { resolve } from "node:path";
import { proofMark } from "./faults/support/proof.ts";

const ROOT = resolve(import.meta.dirname!, "..");

/** What has a long form. */
const longOnes = [
  "tests/channels/meta/in/walk.test.ts",
  "tests/commands/commands.test.ts",
  "tests/db/old_statistics",
  "tests/db/old_statistics.test.ts",
  "tests/faults",
  "tests/http/reference_page.test.ts",
  "tests/packaging",
  "tests/panel/pages/every_page.test.ts",
  "tests/panel/pages/looks.test.ts",
  "tests/sales/sharing/quote_page_browser.test.ts",
];

async function prove(): Promise<number> {
  const startedAt = performance.now();
  const hasNames = Deno.args.some((argument) => !argument.startsWith("-"));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "tests/run.ts", "--all", "--both"]
      .concat(Deno.args, hasNames ? [] : longOnes),
    cwd: ROOT,
    env: { PROVE: "1" },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  // The runner then ends its tests, and these the processes that they started.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => passOnSignal(child, signal));
  }
  const lines = await gather(child.stdout);
  const { code } = await child.status;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`\n${code === 0 ? "proved" : "NOT proved"} in ${minutes} min:`);
  for (const line of lines) console.log(`  ${line}`);
  return code;
}

function passOnSignal(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended already.
  }
}

/** Copies the output, and returns the lines that say what was shown. */
async function gather(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const output: string[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith(proofMark)) output.push(line.slice(proofMark.length));
    }
  }
  return output;
}

Deno.exit(await prove());
