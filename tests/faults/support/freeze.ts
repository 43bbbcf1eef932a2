import { dirname, join } from "node:path";
import type { Cluster } from "../../support/cluster.ts";

/** Lets a frozen server go on. */
export interface Frozen extends AsyncDisposable {
  thaw(): Promise<void>;
}

/** Freezes a server and its sessions (SIGSTOP): its sockets stay open and nothing answers. */
export async function freeze(cluster: Cluster): Promise<Frozen> {
  const lockFile = join(dirname(cluster.logPath), "data", "postmaster.pid");
  const [pid] = (await Deno.readTextFile(lockFile)).split("\n");
  const signal = async (name: "STOP" | "CONT") => {
    // A session may end between the list and the signal.
    const script = `kill -${name} "$1" && { kill -${name} $(pgrep -P "$1") 2>&-; true; }`;
    const args = ["-c", script, "signal", pid!];
    const { success } = await new Deno.Command("sh", { args }).output();
    if (!success) throw new Error(`the server did not take SIG${name}`);
  };
  await signal("STOP");
  const thaw = () => signal("CONT");
  return { thaw, [Symbol.asyncDispose]: thaw };
}
