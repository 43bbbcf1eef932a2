import type { App } from "fresh";
import { Builder } from "fresh/dev";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const ROOT = join(import.meta.dirname!, "../..");

export const FIXTURE = fileURLToPath(new URL("./fixture/", import.meta.url));

/** Asks the app for `path`, as a fresh handler of what is registered by now. */
export function ask<State>(app: App<State>, path: string, init?: RequestInit) {
  return app.handler()(new Request(`http://localhost${path}`, init));
}

/** The text that the app answers with. */
export async function text<State>(app: App<State>, path: string, init?: RequestInit) {
  return await (await ask(app, path, init)).text();
}

/** Content of the body of the document that the app answers with. */
export async function body<State>(app: App<State>, path = "/", init?: RequestInit) {
  return /<body>(.*)<\/body>/s.exec(await text(app, path, init))![1];
}

let building: Promise<unknown> = Promise.resolve();

/**
 * Builds after the builds before it: files that share a process begin at once, and the end of a
 * build stops esbuild for all.
 */
export function oneBuild<T>(build: () => Promise<T>): Promise<T> {
  const built = building.then(build);
  building = built.catch(() => {});
  return built;
}

/** Builds the fixture in memory; gives the function that attaches it to an app. */
export function buildFixture() {
  return oneBuild(() => new Builder({ root: FIXTURE }).build({ snapshot: "memory" }));
}

/** Runs `body` while `console.error` is silent; gives what was logged. */
export async function silently(body: () => Promise<void>): Promise<unknown[]> {
  const { error } = console;
  const logged: unknown[] = [];
  console.error = (...args: unknown[]) => logged.push(...args);
  try {
    await body();
  } finally {
    console.error = error;
  }
  return logged;
}

/** Runs a script in a process with the project's deno.json; gives what it says. */
export async function runScript(
  script: string,
  flags: string[],
  env: Record<string, string> = {},
): Promise<{ stdout: string; stderr: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--config", join(ROOT, "deno.json"), "--no-prompt", ...flags, "-"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(script));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { stdout: out!, stderr: err! };
}
