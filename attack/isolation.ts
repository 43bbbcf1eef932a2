import type { Answer, Caller } from "@/attack/caller.ts";
import type { Report, Trial } from "@/attack/report.ts";
import { describeAnswer, sent, type Side, userOf } from "@/attack/scene.ts";

const area = "Isolation: one company's key and phone against the other's records";

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  sides: [Side, Side];
}

interface Attempt extends Context {
  /** The owner of the records and the stranger, both ways. */
  pairs: [Side, Side][];
  /** Id of each side's notification. */
  ids: Map<Side, string>;
}

const checks: Record<string, (attempt: Attempt, trial: Trial) => Promise<void>> = {
  "Another company's notification is as one that never was": tryNotifications,
  "A phone neither reads nor answers the other company's": tryPhones,
  "Lists hold the caller's own company's alone": tryLists,
  "The other company's phones can be neither seen nor unpaired": tryDevices,
  "Answers and their callbacks are the sender's company's alone": tryAnswers,
  "The same idempotency key and tag are two companies' own": trySameKeys,
  "A phone's stream carries its own company's alone": tryStreams,
};

/** Tries each side's records as the other side, which must not even learn that they exist. */
export async function tryIsolation(context: Context): Promise<void> {
  const { caller, report, mark, sides } = context;
  const actions = [{ id: "yes", label: "Yes" }];
  const ids = new Map<Side, string>();
  for (const side of sides) ids.set(side, await sent(caller, side, { mark, fields: { actions } }));
  const attempt: Attempt = { ...context, ids, pairs: [sides, [sides[1], sides[0]]] };
  for (const [what, run] of Object.entries(checks)) {
    await report.check(area, what, (trial) => run(attempt, trial));
  }
}

/** Expects the answer that a record gets which never existed. */
async function asUnknown(
  caller: Caller,
  [method, path]: [string, (id: string) => string],
  { id, as, json }: { id: string; as: string; json?: unknown },
) {
  const [theirs, none] = [
    await caller.call(method, path(id), { as, json }),
    await caller.call(method, path(crypto.randomUUID()), { as, json }),
  ];
  const isSame = theirs.status === none.status && withoutRequest(theirs) === withoutRequest(none);
  const wrong = `${describeAnswer(theirs)}, one that never was: ${describeAnswer(none)}`;
  return [theirs.status === 404 && isSame, `${method} ${path("…")}: ${wrong}`] as const;
}

async function tryNotifications({ caller, pairs, ids }: Attempt, trial: Trial): Promise<void> {
  for (const [owner, stranger] of pairs) {
    const path = (id: string) => `/api/notifications/${id}`;
    const theirs = { id: ids.get(owner)!, as: stranger.key };
    for (const method of ["GET", "DELETE"]) {
      trial.expect(
        ...await asUnknown(caller, [method, path], theirs),
      );
    }
    const own = await caller.call("GET", path(ids.get(owner)!), { as: owner.key });
    const status = own.body?.data?.recipients?.[0]?.status;
    const isThere = own.status === 200 && status !== "cancelled";
    trial.expect(
      isThere,
      `after that, ${owner.name}'s own reads: ${describeAnswer(own)} ${status ?? ""}`,
    );
  }
}

async function tryPhones({ caller, pairs, ids }: Attempt, trial: Trial): Promise<void> {
  for (const [owner, stranger] of pairs) {
    const theirs = { id: ids.get(owner)!, as: stranger.phone.token };
    const path = (id: string) => `/api/phone/notifications/${id}`;
    const reply = { ...theirs, json: { actionId: "yes" } };
    trial.expect(...await asUnknown(caller, ["POST", (id) => `${path(id)}/response`], reply));
    trial.expect(...await asUnknown(caller, ["POST", (id) => `${path(id)}/read`], theirs));
  }
}

async function tryLists({ caller, mark, pairs, ids }: Attempt, trial: Trial): Promise<void> {
  for (const [owner, stranger] of pairs) {
    const lists: [string, string][] = [
      ["/api/notifications?limit=200", stranger.key],
      ["/api/responses?limit=200", stranger.key],
      [`/api/responses?notificationId=${ids.get(owner)!}`, stranger.key],
      [`/api/responses?userId=${userOf(mark)}`, stranger.key],
      [`/api/devices?userId=${userOf(mark)}`, stranger.key],
      ["/api/phone/notifications", stranger.phone.token],
    ];
    for (const [path, as] of lists) {
      const text = await wholeList(caller, path, as);
      const names = [owner.word, ids.get(owner)!, owner.phone.deviceId];
      const leaked = names.some((name) => text.includes(name));
      trial.expect(!leaked, `${stranger.name} GET ${path.split("?")[0]} names ${owner.name}'s`);
    }
    const inbox = await wholeList(caller, "/api/phone/notifications", owner.phone.token);
    trial.expect(inbox.includes(owner.word), `${owner.name}'s phone does not see its own`);
  }
}

async function tryDevices({ caller, pairs }: Attempt, trial: Trial): Promise<void> {
  for (const [owner, stranger] of pairs) {
    const theirs = { id: owner.phone.deviceId, as: stranger.key };
    trial.expect(...await asUnknown(caller, ["DELETE", (id) => `/api/devices/${id}`], theirs));
    const alive = await caller.call("GET", "/api/phone/notifications", {
      as: owner.phone.token,
    });
    trial.expect(
      alive.status === 200,
      `after that, ${owner.name}'s phone reads: ${describeAnswer(alive)}`,
    );
  }
}

async function tryAnswers({ caller, pairs, ids }: Attempt, trial: Trial): Promise<void> {
  for (const [owner, stranger] of pairs) {
    const path = `/api/phone/notifications/${ids.get(owner)!}/response`;
    const json = { actionId: "yes" };
    const answered = await caller.call("POST", path, { as: owner.phone.token, json });
    trial.expect(
      answered.status === 201,
      `${owner.name}'s own phone answers: ${describeAnswer(answered)}`,
    );
    const mine = `/api/responses?notificationId=${ids.get(owner)!}`;
    const read = await caller.call("GET", mine, { as: owner.key });
    const id = read.body?.data?.[0]?.id;
    trial.expect(Boolean(id), `${owner.name} reads the answer: ${describeAnswer(read)}`);
    if (!id) continue;
    const theirs = { id, as: stranger.key };
    trial.expect(
      ...await asUnknown(caller, ["GET", (id) => `/api/responses/${id}/callback`], theirs),
    );
    trial.expect(
      ...await asUnknown(caller, ["POST", (id) => `/api/responses/${id}/redeliver`], theirs),
    );
    const cursor = read.body?.meta?.nextCursor;
    const after = await caller.call("GET", `/api/responses?after=${cursor}`, {
      as: stranger.key,
    });
    const leaks = after.status >= 500 || after.text.includes(ids.get(owner)!);
    trial.expect(
      !leaks,
      `${stranger.name} reads on from ${owner.name}'s cursor: ${describeAnswer(after)}`,
    );
  }
}

async function trySameKeys({ caller, mark, sides }: Attempt, trial: Trial): Promise<void> {
  const fields = { idempotencyKey: `${mark}-same`, tag: mark, title: mark };
  const first = await sent(caller, sides[0], { mark, fields });
  const second = await sent(caller, sides[1], { mark, fields });
  trial.expect(first !== second, "B was given A's notification");
  const answer = await caller.call("GET", `/api/notifications/${first}`, { as: sides[0].key });
  const status = answer.body?.data?.recipients?.[0]?.status;
  trial.expect(status !== "replaced", "B's tag replaced A's notification");
}

async function tryStreams({ caller, mark, pairs }: Attempt, trial: Trial): Promise<void> {
  for (const [owner, stranger] of pairs) {
    const end = `${mark}-end-${owner.name}`;
    const { promise: open, resolve: opened } = Promise.withResolvers<void>();
    const as = stranger.phone.token;
    const heard = caller.follow("/api/phone/stream", { as, stop: [end], opened });
    await open;
    await sent(caller, owner, { mark });
    await sent(caller, stranger, { mark, fields: { title: end } });
    const text = await heard;
    trial.expect(text.includes(end), `${stranger.name}'s stream does not carry its own`);
    trial.expect(!text.includes(owner.word), `${stranger.name}'s stream carries ${owner.name}'s`);
  }
}

const mostPages = 10;

/** The texts of a list's pages. @throws Error where one is refused */
async function wholeList(caller: Caller, path: string, as: string): Promise<string> {
  let text = "";
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const more = cursor === undefined ? "" : `${path.includes("?") ? "&" : "?"}after=${cursor}`;
    const answer = await caller.call("GET", path + more, { as });
    if (answer.status !== 200) {
      throw new Error(`GET ${path.split("?")[0]}: ${describeAnswer(answer)}`);
    }
    text += answer.text;
    const { hasMore, nextCursor } = answer.body?.meta ?? {};
    if (!hasMore || !path.startsWith("/api/notifications") && !path.startsWith("/api/responses")) {
      break;
    }
    cursor = nextCursor;
  }
  return text;
}

function withoutRequest({ body }: Answer): string {
  return JSON.stringify({ ...body, requestId: undefined });
}
