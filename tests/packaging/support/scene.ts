/** A machine that releases are installed on, and what tests ask of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Machine } from "../../support/debian_machine.ts";
import { root as sources } from "../../tidy/sources.ts";
import type { Releases } from "./release.ts";

export const domain = "crm.localhost";
export const options = `--domain ${domain} --email ana@example.com --yes`;
const current = "basename $(readlink /opt/relevo/current)";

/** Caddy makes a certificate of its own for such a name. */
export const authority = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

export interface Scene {
  machine: Machine;
  releases: Releases;
}

export function scriptOf(release: string): string {
  return `/media/shared/${release.split("/").at(-1)}/install.sh`;
}

export async function succeeds(machine: Machine, command: string): Promise<string> {
  const { code, text } = await machine.run(command);
  assert.equal(code, 0, `${command}\n${text}`);
  return text;
}

export const folders = "find /opt/relevo -mindepth 1 -maxdepth 1 -type d -printf '%f\\n'";
export const active = (count: number) => "active\n".repeat(count);
export const nameOf = (machine: Machine) => succeeds(machine, current);
export const escaped = (text: string) => text.replaceAll(/[+/=]/g, "\\$&");

export function ask(path: string, port: number): string {
  return `exec 3<>/dev/tcp/127.0.0.1/${port} && ` +
    `printf 'GET ${path} HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;
}

export const healthOf = (machine: Machine, port = 8000) => succeeds(machine, ask("/healthz", port));

export function untilReady(machine: Machine, port = 8000): Promise<string> {
  return succeeds(
    machine,
    `until (${ask("/readyz", port)}) 2>/dev/null | grep -q ' 200 '; do sleep 0.2; done`,
  );
}

/** @returns a script of the panel that was shown */
export async function visit(machine: Machine, args: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".crt" });
  await Deno.writeTextFile(file, await succeeds(machine, `cat ${authority}`));
  const program = [Deno.execPath(), "run", "-A", "--quiet", "--no-check"];
  const modules = ["--node-modules-dir=manual", "--config", join(sources, "deno.json")];
  const entry = join(sources, "tests/packaging/support/sign_in.ts");
  const { code, text } = await machine.visit([...program, ...modules, entry, ...args], {
    DENO_CERT: file,
  });
  await Deno.remove(file);
  assert.equal(code, 0, text);
  return text.trim();
}
