import deno from "@/deno.json" with { type: "json" };

const launcher = "deno run -P=launch launch.ts ";

const entries = Object.fromEntries(
  Object.entries(deno.tasks).filter(([, task]) => task.startsWith(launcher))
    .map(([name, task]) => [name, task.slice(launcher.length)]),
);

/** The entry file of a task that the launcher runs; an entry file is its own. */
export function entryOf(word: string): string | undefined {
  if (word.endsWith(".ts")) return word;
  return Object.hasOwn(entries, word) ? entries[word] : undefined;
}

export const commandsUsage = `relevo COMMAND [OPTIONS], where COMMAND is one of
  ${Object.keys(entries).join(", ")}

\`relevo COMMAND --help\` says more.`;
