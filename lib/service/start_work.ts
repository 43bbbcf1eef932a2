import { describeError } from "@/lib/tools/log.ts";
import type { Services } from "@/lib/service/services.ts";
import type { Message, Queue } from "@/lib/work/queue.ts";
import { type Recurring, recurring } from "@/lib/service/recurring.ts";

let scheduled = false;

/** Starts queue, first sweep and recurring list; calling it again does nothing (builds, tests). */
export function startWork(services: Services, queue: Queue): void {
  const { callbacks, push, outbox, dueTimes, reading, mailboxes, approvedQuotes, log } = services;
  const { hookSplitting, fileFetches, personNames, catchUps, nightly, hold, machine } = services;
  // The queue calls without bound: the pool alone decides how much runs at once.
  queue.listen((message) => offerDue(services, message))
    .catch((error) => log.error("queue_stopped", describeError(error)));
  const pools = [callbacks, push?.pool, outbox, dueTimes, hookSplitting, reading, fileFetches];
  const sweep = () => {
    const quotes = hold.isHeld ? [] : [approvedQuotes];
    Promise.all([
      machine.look(),
      ...[...pools, personNames, ...quotes].map((pool) => pool?.sweep()),
    ])
      .then(() => Promise.all([mailboxes.sweep(), catchUps.sweep("10 minutes"), nightly.look()]))
      .catch((error) => log.warn("sweep_failed", describeError(error)));
  };
  sweep();
  hold.on("released", sweep);
  services.alerts.start();
  services.heartbeat?.start();
  if (scheduled) return;
  scheduled = true;
  for (const one of recurring) {
    Deno.cron(one.name, one.schedule, { signal: services.stopping }, () => runOne(services, one));
  }
}

/** Runs a work of the list, unless it is held back or another process's. Never rejects. */
export async function runOne(
  services: Services,
  { name, whileHeld, everywhere, run }: Recurring,
): Promise<void> {
  if (services.hold.isHeld && !whileHeld) return;
  try {
    if (!everywhere && !await services.jobLeases.take(name)) return;
    await run(services);
    services.instance.noteEnd(name);
  } catch (error) {
    services.log.warn("recurring_failed", { name, ...describeError(error) });
  }
}

/** Hands what the queue says is due to its pool. */
export function offerDue(services: Services, { kind, ...due }: Message): void {
  const { callbacks, push, outbox, dueTimes } = services;
  if (kind === "push") push?.pool.offer([due]);
  else if (kind === "message") outbox.offer([due]);
  else if (kind === "time") dueTimes.offer([due]);
  else callbacks.offer([due]);
}
