import { join } from "node:path";
import { Child } from "@/lib/readers/child.ts";
import { type ReaderKind, readerKinds } from "@/lib/readers/command.ts";
import { type Frame, readFrame, writeFrame } from "@/lib/readers/frames.ts";

export interface ReadersHost {
  /** Path: the app's READERS_SOCKET. */
  socket: string;
  /** Kills them, and removes the socket. */
  close(): Promise<void>;
}

const mostReaders = 2 * readerKinds.length;

/** Starts one reader for each connection to the socket: the app itself may run no program. */
export async function hostReaders(root: string, setting?: string): Promise<ReadersHost> {
  const folder = setting ?? await Deno.makeTempDir({ prefix: "relevo-readers-" });
  const path = join(folder, "socket");
  const listener = Deno.listen({ transport: "unix", path });
  const open = new Map<Deno.Conn, Promise<void>>();
  const serving = (async () => {
    for await (const socket of listener) {
      if (open.size >= mostReaders) {
        socket.close();
        continue;
      }
      const served = serve(socket, root).finally(() => {
        open.delete(socket);
        closed(socket);
      });
      open.set(socket, served);
    }
  })().catch(() => {}); // the listener was closed
  return {
    socket: path,
    async close() {
      closed(listener);
      for (const socket of open.keys()) closed(socket);
      await Promise.all([serving, ...open.values()]);
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    },
  };
}

async function serve(socket: Deno.Conn, root: string): Promise<void> {
  let child: Child | undefined;
  try {
    const kind = kindOf(await readFrame(socket));
    if (!kind) return;
    const reader = child = new Child(root, kind);
    // Read ahead, to hear of the end of the connection while a job runs.
    const next = () => {
      const frame = readFrame(socket).catch(() => null);
      frame.then((request) => request ? undefined : reader.close()).catch(() => {});
      return frame;
    };
    for (let frame = next(), request; (request = await frame);) {
      frame = next();
      await writeFrame(socket, await reader.call(request));
    }
  } catch {
    return; // the app has closed the connection
  } finally {
    await child?.close();
  }
}

function kindOf(hello: Frame | null): ReaderKind | undefined {
  const name = hello && new TextDecoder().decode(hello.body[0]);
  return readerKinds.find((kind) => kind === name);
}

function closed(resource: { close(): void }): void {
  try {
    resource.close();
  } catch {
    return; // closed already
  }
}
