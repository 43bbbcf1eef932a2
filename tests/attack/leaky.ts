/** A proxy before the app that spoils one thing, as a service with that fault would. */
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";

/** Who asks: the bearer of the request, and what is asked. */
interface Call {
  method: string;
  path: string;
  bearer: string;
  body: string;
  /** Asks the app, as that bearer unless told. */
  ask(as?: string): Promise<Response>;
}

export type Fault = (call: Call, world: World) => Promise<Response>;

export function startLeaky(world: World, fault: Fault) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (req) => {
    const { pathname, search } = new URL(req.url);
    const body = await req.text();
    const headers = new Headers(req.headers);
    headers.delete("host");
    const bearer = headers.get("authorization")?.replace("Bearer ", "") ?? "";
    const ask = (as = bearer) => {
      if (as) headers.set("authorization", `Bearer ${as}`);
      const isEmpty = req.method === "GET" || req.method === "HEAD" || body === "";
      return fetch(world.url + pathname + search, {
        method: req.method,
        headers,
        body: isEmpty ? undefined : body,
        redirect: "manual",
        signal: req.signal,
      });
    };
    return await fault({ method: req.method, path: pathname, bearer, body, ask }, world);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const otherKey = ({ keys: { shop, studio } }: World, key: string) => key === shop ? studio : shop;

async function orElse(call: Call, isWrong: boolean, as: () => string): Promise<Response> {
  const answer = await call.ask();
  if (!isWrong || answer.ok) return answer;
  await answer.body?.cancel();
  return await call.ask(as());
}

/** Each fault by what it is, with the check that must find it. */
export function faults(): Record<string, { fault: Fault; finds: RegExp }> {
  const phones: string[] = [];
  /** Remembers the phones' tokens in the order of pairing. */
  const pairing = async (call: Call) => {
    const answer = await call.ask();
    const { data } = await answer.clone().json();
    if (data?.token) phones.push(data.token);
    return answer;
  };
  const otherPhone = (token: string) => phones.find((one) => one !== token)!;
  return {
    "any key reads and cancels any notification": {
      fault: (call, world) =>
        orElse(
          call,
          /^\/api\/notifications\//.test(call.path),
          () => otherKey(world, call.bearer),
        ),
      finds: /FAIL {2}Another company's notification is as one that never was/,
    },
    "what is another's is told from what never was": {
      fault: async (call, world) => {
        const answer = await call.ask();
        if (answer.status !== 404 || !call.path.startsWith("/api/devices/")) return answer;
        const pairs = await fetch(`${world.url}/api/devices`, {
          headers: { Authorization: `Bearer ${otherKey(world, call.bearer)}` },
        });
        const isThere = (await pairs.text()).includes(call.path.split("/").at(-1)!);
        return isThere
          ? Response.json({ success: false, code: "forbidden" }, { status: 403 })
          : answer;
      },
      finds: /FAIL {2}The other company's phones can be neither seen nor unpaired/,
    },
    "a list is another company's": {
      fault: (call, world) =>
        call.path === "/api/responses" || call.path === "/api/notifications"
          ? call.ask(call.bearer ? otherKey(world, call.bearer) : "")
          : call.ask(),
      finds: /FAIL {2}Lists hold the caller's own company's alone/,
    },
    "one company's idempotency keys are the other's": {
      fault: (call, { keys }) =>
        call.ask(call.body.includes('"idempotencyKey"') ? keys.shop : undefined),
      finds: /FAIL {2}The same idempotency key and tag are two companies' own/,
    },
    "a phone's stream is another's": {
      fault: (call) => {
        if (call.path === "/api/phone/pair") return pairing(call);
        return call.ask(call.path === "/api/phone/stream" ? otherPhone(call.bearer) : undefined);
      },
      finds: /FAIL {2}A phone's stream carries its own company's alone/,
    },
    "a wrong key lists the phones": {
      fault: (call, { keys }) => orElse(call, call.path === "/api/devices", () => keys.shop),
      finds: /FAIL {2}Without a valid credential nothing is answered/,
    },
    "a wrong body breaks it": {
      fault: async (call) => {
        const answer = await call.ask();
        return answer.status === 400 ? new Response("boom", { status: 500 }) : answer;
      },
      finds: /FAIL {2}Wrong input is refused by name and breaks nothing/,
    },
    "callbacks go anywhere": {
      fault: (call) =>
        call.body.includes("169.254.169.254")
          ? Promise.resolve(
            Response.json({ success: true, data: { notificationId: crypto.randomUUID() } }, {
              status: 202,
            }),
          )
          : call.ask(),
      finds: /FAIL {2}Callbacks to private addresses and odd ports are refused/,
    },
    ...hurryFaults(),
  };
}

/** Faults that one company's burst brings to light. */
function hurryFaults(): ReturnType<typeof faults> {
  let hurrying = 0;
  let lastHurryAt = 0;
  /** Until nobody has called for a while, as at the end of a burst. */
  const quietAgain = () =>
    until(() => hurrying === 0 && Date.now() - lastHurryAt > 500, { what: "the burst's end" });
  return {
    "one company's hurry closes the other out": {
      fault: async (call, { keys }) => {
        if (call.path !== "/api/notify") return await call.ask();
        if (call.bearer === keys.studio && hurrying > 1) {
          return Response.json({ success: false, code: "rate_limited" }, { status: 429 });
        }
        hurrying++;
        try {
          return await call.ask();
        } finally {
          hurrying--;
        }
      },
      finds: /FAIL {2}The other company is served meanwhile/,
    },
    "one company's hurry holds the other up to its end": {
      fault: async (call, { keys }) => {
        if (call.path !== "/api/notify") return await call.ask();
        if (call.bearer === keys.studio) await quietAgain();
        hurrying++;
        lastHurryAt = Date.now();
        try {
          return await call.ask();
        } finally {
          hurrying--;
        }
      },
      finds: /FAIL {2}The other company is served meanwhile[^]*only after the burst/,
    },
  };
}
