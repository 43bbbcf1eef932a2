import * as z from "zod";
import { UsageError } from "@/lib/commands/arguments.ts";
import { type Command, CommandError, runWith, table } from "@/lib/commands/command.ts";
import { type Installation, withInstallation } from "@/lib/commands/installation.ts";
import { pendingKinds, type PendingWork } from "@/lib/service/hold/pending.ts";
import { type ReleaseChoice, releaseChoices, type Unsent } from "@/lib/service/hold/release.ts";
import { type PendingKind, pendingWords, sayReason } from "@/lib/words/hold.ts";

const choice = z.enum(releaseChoices, `must be ${releaseChoices.join(" or ")}`);

/** Shows what is owed, and releases as told or as the person at the terminal says. */
async function release(
  installation: Installation,
  options: { owed?: ReleaseChoice },
): Promise<void> {
  const state = await installation.findHeld();
  if (!state) {
    console.log("It is not held.");
    if (installation.isHeldBySetting) console.error(stayHeld);
    return;
  }
  const { holding: { since, reason }, pending } = state;
  console.error(`Held since ${since.toISOString()}: ${sayReason(reason, "en")}\n`);
  console.error(pending.length === 0 ? "Nothing waits." : tableOf(pending));
  const unsent = await installation.release(options.owed ?? ask());
  console.log(unsent ? sayReleased(unsent) : "It is not held.");
  if (installation.isHeldBySetting) console.error(stayHeld);
}

const stayHeld = "HELD is set: processes that are started with it stay held.";

function tableOf(pending: PendingWork[]): string {
  return table(
    ["waits", "in all", "from before", "oldest"],
    pending.map(({ kind, count, before, oldest }) => [
      pendingWords[kind].en,
      String(count),
      String(before),
      oldest.toISOString(),
    ]),
  );
}

function ask(): ReleaseChoice {
  if (!Deno.stdin.isTerminal() || !Deno.stderr.isTerminal()) {
    throw new UsageError(["--owed is missing, and there is no terminal to ask at"]);
  }
  console.error(`
keep: of what waited before, messages to people become uncertain and are not sent by themselves;
      pushes, reminders, mornings and fallbacks that have passed are left out; callbacks and
      programs' messages go
send: everything goes
What came in since then goes either way.`);
  Deno.stderr.writeSync(new TextEncoder().encode("Release it? [keep/send/no] "));
  const buffer = new Uint8Array(100);
  const line = new TextDecoder().decode(buffer.subarray(0, Deno.stdin.readSync(buffer) ?? 0));
  const parsed = choice.safeParse(line.trim().toLowerCase());
  if (!parsed.success) throw new CommandError("nothing was released");
  return parsed.data;
}

function sayReleased(unsent: Unsent): string {
  const uncertain: PendingKind[] = ["message", "mail"];
  const lines = pendingKinds.flatMap((kind) => {
    const count = unsent[kind];
    if (!count) return [];
    return `${count} ${pendingWords[kind].en}: ${
      uncertain.includes(kind) ? "uncertain" : "left out"
    }`;
  });
  return ["It is released.", ...lines].join("\n");
}

const releaseCommand: Command<Installation> = {
  usage: `deno task release [--owed keep|send]
                                                lets an installation that is held go on: shows what
                                                waits, and asks what becomes of it

keep                                            of what waited before it was held, messages to people
                                                become uncertain, and pushes, reminders, mornings and
                                                fallbacks that have passed are left out; callbacks
                                                and programs' messages go with the ids that they had
send                                            everything goes

What came in since it was held goes either way. The database is the one of DATABASE_URL, or the
embedded one in DATA_DIR.`,
  verbs: { "": { options: { owed: choice.optional() }, flags: [], run: release } },
};

if (import.meta.main) Deno.exit(await runWith(withInstallation, releaseCommand, Deno.args));
