import { Child, type Link } from "@/lib/readers/child.ts";
import { type Frame, readFrame, writeFrame } from "@/lib/readers/frames.ts";
import type { ReaderKind } from "@/lib/readers/command.ts";
import type { ReaderHost } from "@/lib/readers/reader.ts";

/** Readers that this process starts itself, as tests and watch mode may. */
export function ownReaders(root: string): ReaderHost {
  return { open: (kind) => Promise.resolve(new Child(root, kind)) };
}

/** Readers behind the launcher's socket: a connection each. */
export function launchedReaders(path: string): ReaderHost {
  return {
    async open(kind) {
      const socket = await Deno.connect({ transport: "unix", path });
      await writeFrame(socket, hello(kind));
      return new Connection(socket);
    },
  };
}

function hello(kind: ReaderKind): Frame {
  return { outcome: "done", number: 0, body: [new TextEncoder().encode(kind)] };
}

class Connection implements Link {
  constructor(private readonly socket: Deno.Conn) {}

  async call(request: Frame): Promise<Frame> {
    await writeFrame(this.socket, request);
    const response = await readFrame(this.socket);
    if (!response) throw new Error("the launcher has closed the connection");
    return response;
  }

  close(): Promise<void> {
    try {
      this.socket.close();
    } catch {
      return Promise.resolve();
    }
    return Promise.resolve();
  }
}
