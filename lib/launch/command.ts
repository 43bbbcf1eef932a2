import { join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { ownFiles, ownVariables } from "@/lib/launch/copies.ts";
import { gatewayFiles, namedFiles } from "@/lib/launch/named_files.ts";
import { gatewayHosts } from "@/lib/launch/named_hosts.ts";
import { Unlaunchable } from "@/lib/launch/unlaunchable.ts";

/** The process in front of the app, which signs people in. */
export const gatewayEntry = "gateway/main.ts";

/** V8 collects early, glibc keeps little (0054); starters install packages (0056). */
const runtimeFlags = [
  "--v8-flags=--max-semi-space-size=8,--heap-growing-percent=40,--no-parallel-scavenge",
  "--node-modules-dir=manual",
];
export const allocation = { MALLOC_ARENA_MAX: "2" };

/** Arguments that run an entry with just the rights its settings need. @throws Unlaunchable */
export function commandFor(
  entry: string,
  { root, env, args = [] }: {
    root: string;
    env: Record<string, string | undefined>;
    args?: string[];
  },
): string[] {
  const isGateway = entry === gatewayEntry;
  const { read, write } = (isGateway ? gatewayFiles : namedFiles)(env);
  const own = ownFiles(entry, args, env);
  const written = withTargets([...write, ...own.write]);
  const variables = ownVariables[entry];
  const flags = {
    "--allow-read": unique([...withTargets([root, ...read, ...own.read]), ...written]),
    "--allow-write": unique(written),
    ...(isGateway ? { "--allow-net": gatewayHosts(env) } : {}),
    ...(variables ? { "--allow-env": [...deno.permissions.start.env, ...variables] } : {}),
  };
  return [
    "run",
    "--quiet",
    "--no-prompt",
    ...runtimeFlags,
    "--config",
    join(root, "deno.json"),
    isGateway ? "-P=gateway" : "-P=start",
    ...Object.entries(flags).map(([flag, paths]) => `${flag}=${listed(paths)}`),
    join(root, entry),
  ];
}

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
