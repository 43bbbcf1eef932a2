/** Measures how soon an answer ends its long poll: alone, and while thousands of others wait. */
import { runLoad } from "@/bench/children.ts";
import { plain } from "@/bench/notify/samples.ts";
import { type Kind, openStage } from "@/bench/stage.ts";
import type { PollsLoad, PollsResult } from "@/bench/load/polls.ts";

interface PollsOptions {
  kind: Kind;
  idle: number;
  count: number;
  perSecond: number;
}

/** Starts the app and measures. */
export async function measurePolls(
  { kind, idle, count, perSecond }: PollsOptions,
): Promise<PollsResult> {
  await using stage = await openStage(kind, ["customer"]);
  await using app = await stage.startApp();
  const { callbackUrl: _url, ...notification } = plain;
  const [phone] = stage.phones as [typeof stage.phones[number]];
  const load: PollsLoad = {
    port: app.port,
    key: stage.key,
    phone,
    notification,
    idle,
    count,
    perSecond,
  };
  return await runLoad<PollsResult>("polls", load);
}
