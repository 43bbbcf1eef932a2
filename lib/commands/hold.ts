import { type Command, runWith, words } from "@/lib/commands/command.ts";
import { type Installation, withInstallation } from "@/lib/commands/installation.ts";
import { type HoldReason, sayReason } from "@/lib/words/hold.ts";

const holdCommand: Command<Installation> = {
  usage: `deno task hold [--reason "a copy to try the update"]
                                                nothing leaves the installation any more and
                                                nothing is fetched; the panel and the API go on

Works beside running processes. \`deno task release\` ends it. The database is the one of
DATABASE_URL, or the embedded one in DATA_DIR.`,
  verbs: {
    "": {
      options: { reason: words(300).optional() },
      flags: [],
      async run(installation, { reason }: { reason?: string }) {
        const usual: HoldReason = "asked";
        const hold = await installation.hold(reason ?? usual);
        const why = sayReason(hold.reason, "en");
        const since = hold.since.toISOString();
        console.log(
          hold.isNew ? `Held since ${since}: ${why}` : `It is held already, since ${since}: ${why}`,
        );
      },
    },
  },
};

if (import.meta.main) Deno.exit(await runWith(withInstallation, holdCommand, Deno.args));
