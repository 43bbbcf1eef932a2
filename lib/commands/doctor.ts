import { join } from "node:path";
import * as z from "zod";
import { type Command, CommandError, runOn } from "@/lib/commands/command.ts";
import { type Check, checksIn } from "@/lib/doctor/check.ts";
import { examine, readSettings } from "@/lib/doctor/examine.ts";
import { terminalLanguage } from "@/lib/words/language.ts";

const root = join(import.meta.dirname!, "../..");

type Examine = (mail?: string) => Promise<Check[]>;

const marks = { ok: "ok", warning: "WARN", failure: "FAIL" };

async function report(
  examineAll: Examine,
  { json, mail }: { json: boolean; mail?: string },
): Promise<void> {
  const checks = await examineAll(mail);
  if (json) console.log(JSON.stringify({ checks }));
  else console.log(listed(checks));
  const failures = checks.filter(({ state }) => state === "failure");
  if (failures.length > 0) throw new CommandError(`failed: ${names(failures)}`);
}

/** Those that were not made stand at the end, by why. */
function listed(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, state, saw, advice }) => {
    if (state === "skipped") return [];
    const line = `${marks[state].padEnd(5)} ${name.padEnd(17)} ${
      saw.replaceAll("\n", `\n${indent}`)
    }`;
    return advice ? [line, `${indent}→ ${advice}`] : [line];
  });
  const skipped = Map.groupBy(checks.filter(({ state }) => state === "skipped"), ({ saw }) => saw);
  for (const [saw, same] of skipped) lines.push("", `–     ${saw}`, `      ${names(same)}`);
  return lines.join("\n");
}

const indent = " ".repeat(24);
const names = (checks: readonly Check[]) => checks.map(({ name }) => name).join(", ");

const doctorCommand: Command<Examine> = {
  usage: `deno task doctor [--json] [--mail ana@example.com]

Looks at what a start and a working day need: settings, build, database, disk, secrets, the way in
by PUBLIC_URL, sign-in, mail, pushes, back-ups. With --mail it sends a message there. Each check says what it saw and, where something is wrong, what to
do, in Spanish or English by LANG. It changes nothing, works before the first start and beside a
running process, and ends within 30 seconds. Ends with 1 if a check failed; warnings leave it 0.`,
  verbs: {
    "": {
      options: { mail: z.email("must be an e-mail address").optional() },
      flags: ["json"],
      run: report,
    },
  },
};

function withExamination(work: (examineAll: Examine) => Promise<void>): Promise<void> {
  const language = terminalLanguage((name) => Deno.env.get(name));
  return work(async (address) => {
    const trial = address === undefined ? undefined : { address, language };
    return checksIn(await examine(readSettings(), root, trial), language);
  });
}

if (import.meta.main) Deno.exit(await runOn(withExamination, doctorCommand, Deno.args));
