/**
 * Memory of the process: idle, and with an open stream for each of many phones; and how long a send
 * takes to reach all of those streams.
 */
import { startLoad } from "@/bench/children.ts";
import { plain } from "@/bench/notify/samples.ts";
import { type Kind, openStage } from "@/bench/stage.ts";
import type { StreamsLoad, StreamsResult } from "@/bench/load/streams.ts";

interface MemoryOptions {
  kind: Kind;
  streams: number;
  rounds: number;
}

/** Memory in MiB of resident set size, times in milliseconds. */
interface MemoryResult extends StreamsResult {
  idleMiB: number;
  openMiB: number;
  /** Memory after the sends. */
  afterMiB: number;
}

const perSend = 1_000;
const idleMs = 3_000;

/** Starts the app, waits, opens the streams, sends to all of their users. */
export async function measureMemory(
  { kind, streams, rounds }: MemoryOptions,
): Promise<MemoryResult> {
  const users = Array.from({ length: streams }, (_, index) => `customer-${index}`);
  await using stage = await openStage(kind, users);
  await using app = await stage.startApp();
  const resident = () => residentMiB(app.pid);
  await rest();
  const idleMiB = await resident();
  const { callbackUrl: _url, userId: _user, ...notification } = plain;
  const { port } = app;
  const { key, phones } = stage;
  const options: StreamsLoad = { port, key, phones, notification, perSend, rounds };
  await using load = startLoad("streams", options);
  await load.line<{ open: number }>();
  const openMiB = await resident();
  const result = await load.line<StreamsResult>();
  return { ...result, idleMiB, openMiB, afterMiB: await resident() };
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, idleMs));
}

/** Asks `ps`, which exists on every system and needs no permission to read `/proc`. */
export async function residentMiB(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] })
    .output();
  return Number(new TextDecoder().decode(stdout)) / 1024;
}
