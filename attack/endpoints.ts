import type { Caller } from "@/attack/caller.ts";
import type { Report } from "@/attack/report.ts";
import { describeAnswer, send, type Side } from "@/attack/scene.ts";

const area = "Guards: who is let in, and what is refused";

/** Addresses inside networks, in spellings that have opened other services, and unusual ports. */
const inside = [
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://localhost/",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[64:ff9b::a00:1]/",
  "https://[2002:a00:1::1]/",
  "https://[2001:4860::5efe:a00:1]/",
  "https://93.184.215.14:22/",
  "http://93.184.215.14/",
  "https://me:secret@example.com/",
];

const wrongBodies = [
  ["no JSON", "{"],
  ["a list", "[]"],
  ["null", "null"],
  ["an empty object", "{}"],
  ["numbers for texts", JSON.stringify({ userId: 1, title: 2, body: 3 })],
  ["a title too long", JSON.stringify({ userId: "a", title: "x".repeat(5_000), body: "b" })],
  ["a zero byte", JSON.stringify({ userId: "a\0b", title: "t", body: "b", extra: 1 })],
  ["an unknown field", JSON.stringify({ userId: "a", title: "t", body: "b", extra: 1 })],
  ["a body of 600 KB", JSON.stringify({ userId: "a", title: "t", body: "b".repeat(600_000) })],
] as const;

/** Calls that every installation must refuse, and that must leave no record. */
export async function tryEndpoints(
  { caller, report, mark, side }: { caller: Caller; report: Report; mark: string; side: Side },
): Promise<void> {
  await report.check(area, "Without a valid credential nothing is answered", async (trial) => {
    const keys = [
      undefined,
      "",
      "rlv_wrong",
      side.key.slice(0, -1),
      `${side.key}x`,
      side.phone.token,
    ];
    const endpoints = ["/api/notifications", "/api/responses", "/api/devices"];
    for (const [at, as] of keys.entries()) {
      for (const path of endpoints) {
        const answer = await caller.call("GET", path, { as });
        trial.expect(
          answer.status === 401,
          `GET ${path}, wrong key ${at + 1}: ${describeAnswer(answer)}`,
        );
      }
      const json = { userId: mark, title: mark, body: "x" };
      const answer = await caller.call("POST", "/api/notify", { as, json });
      trial.expect(
        answer.status === 401,
        `POST /api/notify, wrong key ${at + 1}: ${describeAnswer(answer)}`,
      );
    }
    const phone = await caller.call("GET", "/api/phone/notifications", { as: side.key });
    trial.expect(phone.status === 401, `an API key as a phone: ${describeAnswer(phone)}`);
  });

  await report.check(area, "The panel and its API stay behind the sign-in", async (trial) => {
    const part = (value: unknown) =>
      btoa(JSON.stringify(value)).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
    const claims = { email: "attacker@example.com", exp: 4_102_444_800 };
    const unsigned = `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
    for (const path of ["/api/admin/me", "/api/admin/contacts", "/panel"]) {
      const tries: [string, Record<string, string>][] = [
        ["no token", {}],
        ["an unsigned token", { "Cf-Access-Jwt-Assertion": unsigned }],
        ["an API key", { Authorization: `Bearer ${side.key}` }],
      ];
      for (const [what, headers] of tries) {
        const answer = await caller.call("GET", path, { headers });
        const isShut = answer.status >= 300 && answer.status < 500;
        trial.expect(isShut, `GET ${path} with ${what}: ${describeAnswer(answer)}`);
      }
    }
  });

  await report.check(
    area,
    "Callbacks to private addresses and odd ports are refused",
    async (trial) => {
      for (const callbackUrl of inside) {
        const answer = await send(caller, side, { mark, fields: { callbackUrl } });
        const isRefused = answer.status === 422 && answer.body?.code === "callback_url_refused";
        const unless = answer.status === 202
          ? ", right only where CALLBACK_ALLOW_NETS opens it"
          : "";
        trial.expect(isRefused, `${callbackUrl}: ${describeAnswer(answer)}${unless}`);
      }
    },
  );

  await report.check(area, "Wrong input is refused by name and breaks nothing", async (trial) => {
    for (const [what, body] of wrongBodies) {
      const answer = await caller.call("POST", "/api/notify", { as: side.key, body });
      const isRefused = answer.status >= 400 && answer.status < 500;
      trial.expect(isRefused && Boolean(answer.body?.code), `${what}: ${describeAnswer(answer)}`);
    }
  });
}
