/**
 * Load process: sends notifications beforehand, then answers them from their phones on a fixed
 * schedule (open loop), so that a slow answer cannot slow down the load.
 */
import { clock } from "./clock.ts";
import { jsonRequest, RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface AnswersLoad {
  port: number;
  key: string;
  /** Phones whose users get the notifications in turn. */
  phones: { userId: string; token: string }[];
  /** Notification as JSON, but for its user. */
  notification: Record<string, unknown>;
  perSecond: number;
  /** Answers in all. */
  count: number;
  /** Prints a line when all is sent, and answers so many milliseconds later. */
  pauseMs?: number;
}

/** One answer: which notification, when its request was sent, and when the app had taken it. */
export interface Answered {
  notificationId: string;
  sentAt: number;
  takenAt: number;
  /** Delay behind the plan, in milliseconds. */
  lateMs: number;
}

const sentAtOnce = 32;

async function run(load: AnswersLoad): Promise<Answered[]> {
  const requests = await sendNotifications(load);
  const connections = new Connections(load.port);
  if (load.pauseMs !== undefined) console.log(JSON.stringify("sent"));
  const startAt = performance.now() + (load.pauseMs ?? 500);
  const answers = requests.map(async ({ notificationId, request }, index) => {
    const dueAt = startAt + index * 1000 / load.perSecond;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    const lateMs = performance.now() - dueAt;
    const connection = await connections.take();
    const sentAt = clock();
    const { status, body } = await connection.call(request);
    const takenAt = clock();
    if (status !== 201) throw new Error(`${status} ${new TextDecoder().decode(body)}`);
    connections.giveBack(connection);
    return { notificationId, sentAt, takenAt, lateMs };
  });
  const answered = await Promise.all(answers);
  connections.close();
  return answered;
}

/** Sends all notifications and returns the request that answers each. */
async function sendNotifications({ port, key, phones, notification, count }: AnswersLoad) {
  const requests = new Array<{ notificationId: string; request: Uint8Array }>(count);
  let next = 0;
  await Promise.all(Array.from({ length: sentAtOnce }, async () => {
    const connection = await RawConnection.open(port);
    while (next < count) {
      const index = next++;
      const { userId, token } = phones[index % phones.length]!;
      const body = JSON.stringify({ ...notification, userId });
      const answer = await connection.call(
        jsonRequest({ port, path: "/api/notify", bearer: key, body }),
      );
      const text = new TextDecoder().decode(answer.body);
      if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
      const { notificationId } = JSON.parse(text).data;
      requests[index] = {
        notificationId,
        request: jsonRequest({
          port,
          path: `/api/phone/notifications/${notificationId}/response`,
          bearer: token,
          body: '{"actionId":"deliver"}',
        }),
      };
    }
    connection.close();
  }));
  return requests;
}

/** A pool of connections that adds one whenever all are busy. */
class Connections {
  #idle: RawConnection[] = [];
  constructor(private readonly port: number) {}

  async take(): Promise<RawConnection> {
    return this.#idle.pop() ?? await RawConnection.open(this.port);
  }

  giveBack(connection: RawConnection): void {
    this.#idle.push(connection);
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

console.log(JSON.stringify(await run(await readOptions())));
