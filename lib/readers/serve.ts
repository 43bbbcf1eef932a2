import process from "node:process";
import { decode, encode } from "@/lib/readers/codec.ts";
import { type Frame, readFrame, writeFrame } from "@/lib/readers/frames.ts";

export type Job = [name: string, job: unknown];

/** Answers jobs from standard input, one after another, until that ends. */
export async function serveJobs(
  // deno-lint-ignore no-explicit-any -- each job has a form of its own
  work: Record<string, (job: any) => unknown>,
): Promise<void> {
  // Standard output is the answers': a library that prints would break them.
  console.log = console.info = console.debug = console.error;
  await writeFrame(Deno.stdout, answer("done", []));
  while (true) {
    const request = await readFrame(Deno.stdin);
    if (!request) return;
    await writeFrame(Deno.stdout, await done(work, request.body[0]!));
  }
}

async function done(
  work: Parameters<typeof serveJobs>[0],
  body: Uint8Array,
): Promise<Frame> {
  try {
    const [name, job] = decode(body) as Job;
    return answer("done", encode(await work[name]!(job)));
  } catch (error) {
    return answer("thrown", encode(error instanceof Error ? error.stack : String(error)));
  }
}

function answer(outcome: Frame["outcome"], body: Uint8Array[]): Frame {
  const { user, system } = process.cpuUsage();
  return { outcome, number: Math.round((user + system) / 1_000), body };
}
