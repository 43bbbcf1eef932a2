/** Where the operator's commands reach the process that owns the embedded database. */
import { join } from "node:path";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** What can be asked, by path; each takes and returns JSON. */
export type Controls = Record<string, (input: unknown) => Promise<unknown>>;

export const controlSocket = (dataDir: string): string => join(dataDir, "control.sock");

/** Listens in the folder, which is this process's; without a socket the app serves all the same. */
export async function openControl(
  controls: Controls,
  { dataDir, log }: { dataDir: string; log: Log },
): Promise<() => Promise<void>> {
  const path = controlSocket(dataDir);
  const handler = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const control = Object.hasOwn(controls, pathname) ? controls[pathname]! : null;
    if (!control) return Response.json({ error: "unknown" }, { status: 404 });
    try {
      return Response.json({ result: await control(await request.json()) ?? null });
    } catch (error) {
      log.warn("command_failed", { path: pathname, ...describeError(error) });
      return Response.json({ error: (error as Error).message }, { status: 500 });
    }
  };
  try {
    // Of a process that was killed.
    await unlessMissing(Deno.remove(path));
    const server = Deno.serve({ path, onListen() {} }, handler);
    await Deno.chmod(path, 0o600);
    return () => server.shutdown();
  } catch (error) {
    log.warn("no_control_socket", describeError(error));
    return () => Promise.resolve();
  }
}
