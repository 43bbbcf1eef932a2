/** The services of compose.yaml, as an operator's .env fills it in. */
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../tidy/sources.ts";

export interface Service {
  image: string;
  build?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
  network_mode?: string;
  stop_grace_period?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  profiles?: string[];
}

export interface Compose {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

export const packaging = join(root, "packaging");

/** @throws Error naming a variable that has no value */
export async function readCompose(values: Record<string, string>): Promise<Compose> {
  const text = await Deno.readTextFile(join(packaging, "compose.yaml"));
  const filled = text.replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
    if (values[name]) return values[name];
    throw new Error(`${name} has no value`);
  });
  return parse(filled, { merge: true });
}

/** Folder of the container by volume or path of the host. */
export function mountsOf({ volumes = [] }: Service): { from: string; to: string; ro: boolean }[] {
  return volumes.map((line) => {
    const [from, to, mode] = line.split(":");
    return { from: from!, to: to!, ro: mode === "ro" };
  });
}
