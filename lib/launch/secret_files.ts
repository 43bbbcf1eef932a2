import { Unlaunchable } from "@/lib/launch/unlaunchable.ts";

type Env = Record<string, string>;

/** Settings that may stand in a file, which `<NAME>_FILE` names. */
export const secretNames = [
  ...["DATABASE_URL", "MIGRATE_DATABASE_URL", "READ_DATABASE_URL", "BACKUP_DATABASE_URL"],
  ...["SECRETS_KEYS", "GOOGLE_OAUTH_CLIENT_SECRET", "MICROSOFT_OAUTH_CLIENT_SECRET"],
  ...["GATEWAY_SECRET", "GATEWAY_AUTH_SECRET", "GATEWAY_DATABASE_URL", "SMTP_PASSWORD"],
];

/** Puts secrets in the place of their files' names. @throws Unlaunchable naming all that is wrong */
export function withSecretFiles(env: Env): Env {
  const problems: string[] = [];
  const others = { ...env };
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    delete others[variable];
    if (!path) continue;
    if (env[name]) problems.push(`${name} and ${variable} are both set: leave one of them out`);
    else {
      const secret = readSecret(path);
      if (typeof secret === "string") others[name] = secret;
      else problems.push(`${variable}: ${path} ${secret.problem}`);
    }
  }
  if (problems.length > 0) throw new Unlaunchable(`wrong settings\n  ${problems.join("\n  ")}`);
  return others;
}

const mostBytes = 65_536;

function readSecret(path: string): string | { problem: string } {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) return { problem: "is no file" };
    if (size > mostBytes) return { problem: "is too large for a secret" };
    return Deno.readTextFileSync(path).trim() || { problem: "is empty" };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { problem: "does not exist" };
    return { problem: "cannot be read" };
  }
}
