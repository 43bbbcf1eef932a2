import { describeError } from "@/lib/log.ts";
import type { Services } from "@/lib/services.ts";
import type { Message, Queue } from "@/lib/work/queue.ts";
import { recurring } from "@/lib/recurring.ts";

// What a killed process had leased is free after 30 and 45 s, and its first retries may lack their
// alarm.
const sweepsAfterStartMs = [0, 7_000, 31_000, 46_000];

let scheduled = false;

/**
 * Starts the background work: the queue's listener, first sweeps, and the recurring list. Called
 * again (a build or a test may import main.ts twice), it leaves the list as it is, since Deno.cron
 * takes each name once.
 */
export function startWork(services: Services, queue: Queue): void {
  const { callbacks, push, log } = services;
  // The queue calls without bound: the pool alone decides how much runs at once.
  queue.listen((message) => offerDue(services, message))
    .catch((error) => log.error("queue_stopped", describeError(error)));
  const sweep = () =>
    Promise.all([callbacks.sweep(), push?.pool.sweep()])
      .catch((error) => log.warn("sweep_failed", describeError(error)));
  for (const ms of sweepsAfterStartMs) Deno.unrefTimer(setTimeout(sweep, ms));
  if (scheduled) return;
  scheduled = true;
  for (const { name, schedule, run } of recurring) {
    Deno.cron(name, schedule, { signal: services.stopping }, async () => {
      try {
        await run(services);
      } catch (error) {
        log.warn("recurring_failed", { name, ...describeError(error) });
      }
    });
  }
}

/** Hands what the queue says is due to its pool. */
export function offerDue({ callbacks, push }: Services, { kind, ...due }: Message): void {
  if (kind === "push") push?.pool.offer([due]);
  else callbacks.offer([due]);
}
