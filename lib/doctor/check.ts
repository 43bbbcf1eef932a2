import { withOwnCommands } from "@/lib/tools/own_commands.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Names of the checks, in the order in which they are told. */
export const checkNames = [
  "settings",
  "build",
  "database",
  "database_version",
  "encoding",
  "collation",
  "roles",
  "schema",
  "connections",
  "pooler",
  "clock",
  "disk",
  "secrets",
  "public_url",
  "certificate",
  "proxy",
  "gateway",
  "mail",
  "push",
  "backup",
  "standby",
  "copy",
] as const;

export type CheckName = (typeof checkNames)[number];

/** A failure keeps Relevo from starting or working; a warning can be put right, and should be. */
export type CheckState = "ok" | "warning" | "failure" | "skipped";

/** The outcome of a check, in every language. */
export interface Finding {
  state: CheckState;
  saw: Text;
  /** A sentence that says how to put it right. */
  advice: Text | null;
}

/** The outcome of a check in one language. */
export interface Check {
  name: CheckName;
  state: CheckState;
  saw: string;
  advice: string | null;
}

/** Findings by the names of their checks. */
export type Findings = Partial<Record<CheckName, Finding>>;

export const ok = (saw: Text): Finding => ({ state: "ok", saw, advice: null });
export const skipped = (saw: Text): Finding => ({ state: "skipped", saw, advice: null });
export const warning = (saw: Text, advice: Text): Finding => ({ state: "warning", saw, advice });
export const failure = (saw: Text, advice: Text): Finding => ({ state: "failure", saw, advice });

/** An error in a few words that end without a stop. */
export function reasonOf(error: unknown): string {
  const { message, code, name } = error as { message?: string; code?: string; name?: string };
  // A connection refused on several addresses has no message of its own.
  return (name === "TimeoutError" ? "no answer in time" : message || code || String(error))
    .replace(/\.$/, "");
}

/** The checks that have a finding, in their order. */
export function checksIn(findings: Findings, language: Language): Check[] {
  return checkNames.flatMap((name) => {
    const finding = findings[name];
    if (!finding) return [];
    const { state, saw, advice } = finding;
    return {
      name,
      state,
      saw: withOwnCommands(saw[language]),
      advice: advice && withOwnCommands(advice[language]),
    };
  });
}
