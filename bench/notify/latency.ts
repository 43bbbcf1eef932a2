/**
 * Latency from a person's answer to the sender: from sending the phone's answer until an
 * independent https server has read the whole signed callback.
 */
import { arrivalsOf } from "@/bench/arrivals.ts";
import { runLoad, startLoad } from "@/bench/children.ts";
import { plain } from "@/bench/notify/samples.ts";
import { type Kind, openStage } from "@/bench/stage.ts";
import { authorityFile, certificateFor } from "@/tests/support/certificates.ts";
import type { Answered, AnswersLoad } from "@/bench/load/answers.ts";
import type { Arrivals } from "@/bench/load/receiver.ts";

interface LatencyOptions {
  kind: Kind;
  perSecond: number;
  seconds: number;
}

/** Milliseconds per answer. */
interface LatencyResult {
  count: number;
  /** Milliseconds from sending the answer until the callback's body was received. */
  callbackMs: number[];
  /** Milliseconds from sending the answer to the app's 201. */
  answerMs: number[];
  /** Delay of the load itself. */
  lateMs: number[];
  /** Callbacks that came more than once. */
  repeated: number;
}

const users = 200;
const warmUpSeconds = 2;

/** Answers at a steady rate, the first two seconds of which are not counted. */
export async function measureLatency(
  { kind, perSecond, seconds }: LatencyOptions,
): Promise<LatencyResult> {
  const names = Array.from({ length: users }, (_, index) => `customer-${index}`);
  await using stage = await openStage(kind, names);
  await using receiver = startLoad("receiver", certificateFor());
  const url = `https://127.0.0.1:${await receiver.line<number>()}`;
  const ca = await authorityFile();
  try {
    await using app = await stage.startApp({ NODE_EXTRA_CA_CERTS: ca });
    const count = perSecond * (warmUpSeconds + seconds);
    const load: AnswersLoad = {
      port: app.port,
      key: stage.key,
      phones: stage.phones,
      notification: { ...plain, callbackUrl: `${url}/callbacks` },
      perSecond,
      count,
    };
    const answered = await runLoad<Answered[]>("answers", load);
    const arrivals = await arrivalsOf(url, answered.map(({ notificationId }) => notificationId));
    return summarise(answered.slice(perSecond * warmUpSeconds), arrivals);
  } finally {
    await Deno.remove(ca);
  }
}

function summarise(answered: Answered[], arrivals: Arrivals): LatencyResult {
  return {
    count: answered.length,
    callbackMs: answered.map(({ notificationId, sentAt }) =>
      arrivals[notificationId]![0]! - sentAt
    ),
    answerMs: answered.map(({ sentAt, takenAt }) => takenAt - sentAt),
    lateMs: answered.map(({ lateMs }) => lateMs),
    repeated: Object.values(arrivals).filter((times) => times.length > 1).length,
  };
}
