import { type Command, runCommand, verb } from "@/lib/commands/command.ts";

/** Brings the database to the newest schema; every command and every start does so too. */
const migrateCommand: Command = {
  usage: `deno task migrate    brings the database to the newest schema

The database is the one of DATABASE_URL, or the embedded one in DATA_DIR.`,
  verbs: {
    "": verb({}, () => {
      console.log("The schema is the newest.");
      return Promise.resolve();
    }),
  },
};

if (import.meta.main) Deno.exit(await runCommand(migrateCommand, Deno.args));
