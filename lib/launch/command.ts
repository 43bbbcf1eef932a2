import { join } from "node:path";
import { gatewayFiles, namedFiles } from "@/lib/launch/named_files.ts";
import { gatewayHosts } from "@/lib/launch/named_hosts.ts";

/** A setting that no flag can carry. */
export class Unlaunchable extends Error {
  override name = "Unlaunchable";
}

/** The process in front of the app, which signs people in. */
export const gatewayEntry = "gateway/main.ts";

/**
 * The arguments that run an entry file of the app with no more rights than it needs: it reads the
 * app and what its settings name, writes what they name, and runs no program. The gateway calls no
 * host besides those that its settings name. What does not hang on settings is the permission set
 * `start`, or `gateway`, of deno.json.
 * @param root the app's folder
 * @throws Unlaunchable
 */
export function commandFor(
  entry: string,
  { root, env }: { root: string; env: Record<string, string | undefined> },
): string[] {
  const isGateway = entry === gatewayEntry;
  const { read, write } = (isGateway ? gatewayFiles : namedFiles)(env);
  const written = withTargets(write);
  const flags = {
    "--allow-read": unique([...withTargets([root, ...read]), ...written]),
    "--allow-write": unique(written),
    ...(isGateway ? { "--allow-net": gatewayHosts(env) } : {}),
  };
  return [
    "run",
    "--quiet",
    "--no-prompt",
    "--config",
    join(root, "deno.json"),
    isGateway ? "-P=gateway" : "-P=start",
    ...Object.entries(flags).map(([flag, paths]) => `${flag}=${listed(paths)}`),
    join(root, entry),
  ];
}

/** Rights are asked for by the name that is used and by what it leads to. */
function withTargets(paths: string[]): string[] {
  return paths.flatMap((path) => {
    try {
      return [path, Deno.realPathSync(path)];
    } catch {
      return [path]; // not made yet
    }
  });
}

function unique(paths: string[]): string[] {
  return [...new Set(paths)];
}

function listed(paths: string[]): string {
  const wrong = paths.find((path) => path.includes(","));
  if (wrong) throw new Unlaunchable(`a comma in the name of a file or folder: ${wrong}`);
  return paths.join(",");
}
