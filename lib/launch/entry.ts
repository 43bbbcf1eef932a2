import deno from "@/deno.json" with { type: "json" };

const launcher = "deno run -P=launch launch.ts ";

/** Commands by name, with their entry files: the tasks of deno.json that the launcher runs. */
const entries = Object.fromEntries(
  Object.entries(deno.tasks).filter(([, task]) => task.startsWith(launcher))
    .map(([name, task]) => [name, task.slice(launcher.length)]),
);

/** The entry file of a command; an entry file is its own. Undefined for a word that is no command. */
export function entryOf(word: string): string | undefined {
  if (word.endsWith(".ts")) return word;
  return Object.hasOwn(entries, word) ? entries[word] : undefined;
}

export const commandsUsage = `relevo COMMAND [OPTIONS], where COMMAND is one of
  ${Object.keys(entries).join(", ")}

\`relevo COMMAND --help\` says more.`;
