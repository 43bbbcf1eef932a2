/**
 * Every endpoint, called with a valid credential and invalid input: never a 5xx, always the
 * envelope. The cases come from the route table and each endpoint's own schemas.
 */
import { gatewaySecret, withGateway } from "../access/entry_scene.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Code, statuses } from "@/lib/input/errors.ts";
import { forms } from "@/lib/http/form_body.ts";
import { askAndAnswer, type Phone } from "../notify/scene.ts";
import { assertDocumented } from "../support/documented.ts";
import { makeWorld, people, type World } from "../support/world.ts";
import { allEntries, bodyFor, type Entry, inputSchema } from "./routes.ts";
import { makeRecords } from "../isolation/records.ts";

const seed = Number(Deno.env.get("FUZZ_SEED") ?? 20261120);
/** For each method; fewer when there are very many, so that the whole stays bounded. */
const runsOf = (entries: number) =>
  Number(Deno.env.get("FUZZ_RUNS")) || Math.max(15, Math.min(60, Math.floor(4_000 / entries)));

const lone = "\ud83e";
const oddTexts = [
  ...["", " ", "\0", lone, `a${lone}b`, "🦉".repeat(3_000), "x".repeat(70_000), "__proto__"],
  ...["null", "undefined", "NaN", "-0", "1e999", "-1", "0", "2147483648", "9223372036854775808"],
  ...["%", "%00", "'; drop table users; --", "$1", "\\", "{{7*7}}", "<script>", "../../etc/passwd"],
  ...["0000-00-00", "+275760-09-13T00:00:00Z", "2026-02-30", "2026-11-20T25:00:00Z", "infinity"],
  ...["01940000-0000-7000-8000-000000000000", "zzzzzzzzzzz-zzzzzzzzzzz", "0-0", "https://[::1"],
  ...["https://127.0.0.1:9/", "javascript:1", "http://\u0000", "es", "true", "\u202e", "ÿ", "İ"],
];
const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Any JSON value. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e-308, [], {}),
  fc.array(fc.constantFrom<unknown>("a", 1, null, {}, []), { maxLength: 5 }),
  fc.constantFrom<unknown>(Array(1_500).fill("u"), Array(5).fill({ id: "a", label: "a" })),
  fc.jsonValue({ maxDepth: 4 }),
);

const nested = (depth: number, open: string, close: string) =>
  open.repeat(depth) + "1" + close.repeat(depth);

/** Bodies of other media types: tables, forms and pictures, each with an error. */
const typedBodies: BodyInit[] = [
  ...["name,email\nAna,ana@x.example\n", "nombre;precio\nPan;1,5\n", 'name\n"open\n', ",,,\n,,"],
  ...["name,name\na,b", "\ufeffname\r\nx\r\n", "name\0\nx", `name\n${"a,".repeat(9_000)}`],
  ...["name,email,phone,price,unit_price,tax_rate\n1e999,x,y,-1,NaN,101\n", "name\n\0\n"],
  ...["email=a%40b.es&message=Hola", "email=a&email=b&%ff=%fe", "message=%00&site=design"],
  ...["email=a%40b.es&message=Hola&redirect=javascript:1&lang=zz", "__proto__=1&message=x"],
  '{"email":"a@b.es","message":"Hola","site":"design"}',
  '--b\r\nContent-Disposition: form-data; name="message"\r\n\r\nHola\r\n--b--\r\n',
  Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff),
  Uint8Array.of(0xff, 0xd8, 0xff),
  Uint8Array.of(0xff, 0xfe, 0x61),
  `RIFF0000WEBP${"x".repeat(300_000)}`,
];

/** The text or bytes of a body: random, or the endpoint's own with an error. */
function bodies(entry: Entry): fc.Arbitrary<BodyInit> {
  const { spec } = entry.method;
  const wild = fc.oneof(
    fc.json(),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.from(bytes)),
    fc.constantFrom("", "null", "[]", "{", "\ufeff{}", nested(3_000, "[", "]")),
    fc.constantFrom(nested(9_000, '{"a":', "}"), `"${"x".repeat(600_000)}"`, '{"a":1,"a":2}'),
    fc.constantFrom(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)),
  );
  if (spec.bodies) return fc.oneof(wild, fc.constantFrom(...typedBodies), oddText);
  if (!spec.body) return wild;
  const fields = Object.keys(inputSchema(spec.body).properties ?? {});
  const name = fc.constantFrom(...fields, ...fields, "__proto__", "constructor", "x", "");
  const valid = bodyFor(entry) as Record<string, unknown>;
  const changed = fc.array(fc.tuple(name, oddValue), { maxLength: 2 }).map((changes) =>
    asJson([...Object.entries(valid), ...changes])
  );
  const form = spec.takesForm ? [fc.constantFrom(...typedBodies)] : [];
  return fc.oneof({ arbitrary: wild, weight: 1 }, { arbitrary: changed, weight: 3 }, ...form);
}

/** The fields as JSON text, those with the same name twice, and `__proto__` as a plain name. */
function asJson(fields: [string, unknown][]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`;
}

function queries({ spec, guard }: Entry["method"]): fc.Arbitrary<string> {
  const names = spec.query ? Object.keys(spec.query.shape) : [];
  const name = fc.constantFrom(
    ...names,
    ...names,
    guard === "device" ? "device" : "company_id",
    "x",
  );
  // A long poll that is granted would be waited for.
  const pair = fc.tuple(name, oddText).map(([name, value]) =>
    `${encode(name)}=${name === "wait" ? "0" : encode(value)}`
  );
  const raw = fc.constantFrom("%", "%ff=%fe", "&&&", "=", "__proto__=1", "a[b]=c", "+++");
  return fc.array(fc.oneof({ arbitrary: pair, weight: 5 }, raw), { maxLength: 2 })
    .map((pairs) => pairs.length > 0 ? `?${pairs.join("&")}` : "");
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 4_000);

/** The path with ids that exist, ids that do not, and invalid ids. */
function paths(path: string, ids: Record<string, string>): fc.Arbitrary<string> {
  const other = fc.oneof(
    { arbitrary: fc.constantFrom(...Object.values(ids), crypto.randomUUID()), weight: 3 },
    { arbitrary: oddText.map((text) => encode(text).replace(/^\.*$/, "_")), weight: 3 },
    { arbitrary: fc.constantFrom("%ff", "%2e%2e", "%2F", "%", "%00", "1", "0", "-1"), weight: 1 },
  );
  const places = [...path.matchAll(/([\w-]+)\/\{(\w+)\}|\{(\w+)\}/g)];
  const right = places.map(([, noun, , alone]) => ids[noun ?? alone!] ?? "1");
  const values = fc.oneof(fc.constant(right), fc.tuple(...right.map(() => other)));
  return values.map((parts) => {
    let place = 0;
    return path.replace(/\{\w+\}/g, () => parts[place++]!);
  });
}

const headerSets = (types: string[]) =>
  fc.record({
    "Content-Type": fc.oneof(
      { arbitrary: fc.constantFrom(...types), weight: 8 },
      fc.constantFrom("text/plain", "multipart/form-data", "application/json; charset=latin1", ";"),
    ),
    "Accept-Language": fc.constantFrom("es", "en", "*", ";q=,,", "es;q=nan", "x".repeat(5_000)),
    "X-Request-Id": fc.constantFrom("ok", "", "not sane", "x".repeat(5_000)),
    "Last-Event-ID": fc.constantFrom("", "0-0", "x", "zzzzzzzzzzz-zzzzzzzzzzz"),
    "Sec-Fetch-Site": fc.constantFrom("same-origin", "none", "same-origin", "cross-site", "?"),
    "Origin": fc.constantFrom("null", "https://evil.example", "nonsense"),
    "Cookie": fc.constantFrom("a=b", ";;;=", "relevo_device_x=y", "relevo_device_="),
  }, { requiredKeys: ["Content-Type"] }) as fc.Arbitrary<Record<string, string>>;

function typesOf({ spec }: Entry["method"]): string[] {
  const types = Object.keys(spec.bodies ?? { "application/json": 1 });
  if (spec.takesForm) types.push(...forms);
  return types.map((type) => type === "multipart/form-data" ? `${type}; boundary=b` : type);
}

interface Request {
  path: string;
  query: string;
  headers: Record<string, string>;
  body: BodyInit;
}

/** A valid credential for each guard and world. */
interface Callers {
  world: World;
  phone: Phone;
}

async function credentialsFor(
  callers: Callers,
  { method, verb }: Entry,
): Promise<Record<string, string>> {
  const { world } = callers;
  if (method.guard === "member" || method.guard === "operator") {
    return { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) };
  }
  if (method.guard === "key") return { Authorization: `Bearer ${world.keys.shop}` };
  if (method.guard === "public") return {};
  if (method.guard === "gateway") return { Authorization: `Bearer ${gatewaySecret}` };
  if (verb === "DELETE") callers.phone = await world.pairPhone("maria"); // the last one is unpaired
  return { Authorization: `Bearer ${callers.phone.token}` };
}

async function fire(callers: Callers, entry: Entry, request: Request): Promise<void> {
  const { verb } = entry;
  const stop = new AbortController();
  const response = await fetch(callers.world.url + request.path + request.query, {
    method: verb,
    headers: { ...request.headers, ...await credentialsFor(callers, entry) },
    body: verb === "GET" ? undefined : request.body,
    redirect: "manual",
    signal: stop.signal,
  });
  assert.ok(response.status < 500, String(response.status));
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    assert.ok(entry.method.spec.mediaType);
    return stop.abort();
  }
  const text = await response.text();
  if (answersOtherwise(entry, request, response)) return;
  assertEnvelope(response, text);
  const { status, url } = response;
  await assertDocumented(verb, url, { status, body: JSON.parse(text) });
}

/**
 * Whether the answer is one that need be no envelope: a page, a picture, a file, or the way to a
 * page.
 */
function answersOtherwise({ path, method }: Entry, { headers }: Request, response: Response) {
  const type = response.headers.get("content-type") ?? "";
  if (path === "/api/contact" && /form/.test(headers["Content-Type"]!)) {
    return response.status === 303 || type === "text/html; charset=utf-8";
  }
  if (method.spec.takesForm && /form/.test(headers["Content-Type"]!)) {
    return response.status === 303 || type.startsWith("text/html");
  }
  if (method.spec.mediaType === "image/*" && response.ok) return /^image\//.test(type);
  if (method.spec.mediaType === "text/csv" && response.ok) return type.startsWith("text/csv;");
  if (method.spec.mediaType === "application/pdf" && response.ok) return type === "application/pdf";
  if (method.spec.mediaType === "application/json" && response.ok) {
    return /^attachment;/.test(response.headers.get("content-disposition") ?? "");
  }
  // A path that `..` turns into another one gets the 404 page or the sign-in page.
  const isElsewhere = response.status === 404 && /^text\/html/.test(type);
  return !path.startsWith("/api/") &&
    (isElsewhere || response.headers.get("location") === "/panel");
}

function assertEnvelope(response: Response, text: string): void {
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8", text);
  const body = JSON.parse(text);
  assert.equal(body.success, response.status < 400, text);
  if (body.success) return assert.ok("data" in body);
  assert.equal(statuses[body.code as Code], response.status, text);
  assert.equal(body.requestId, response.headers.get("x-request-id"));
  assert.equal(typeof body.error, "string");
  // An import reports its errors by row, in the details.
  const wrong = body.fields ?? body.details;
  if (body.code === "validation_failed") assert.ok(Object.keys(wrong).length > 0, text);
}

const entries = await allEntries();

Deno.test({
  name: "every endpoint answers odd input with an envelope, and never with a 5xx",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    await using world = await makeWorld(withGateway);
    world.services.linkLimiter.limit.perSecond = 0;
    const callers = { world, phone: await world.pairPhone("maria") };
    const decoy = await world.pairPhone("luis");
    const records = await makeRecords(world);
    for (const entry of entries) {
      const { method, verb, path } = entry;
      await test.step(`${verb} ${path}`, async () => {
        callers.phone = await world.pairPhone("maria"); // the one before may be unpaired by now
        const callbackUrl = "http://127.0.0.1:9/";
        const { id, responseId } = await askAndAnswer(world, callers.phone, { callbackUrl });
        const devices = decoy.deviceId;
        const ids = { ...records, notifications: id, responses: responseId, devices, mark: "read" };
        const request = fc.record({
          ...{
            path: paths(path, ids),
            query: queries(method),
            headers: headerSets(typesOf(method)),
          },
          body: bodies(entry),
        });
        await fc.assert(
          fc.asyncProperty(request, (input) => fire(callers, entry, input)),
          { numRuns: runsOf(entries.length), seed, endOnFailure: true },
        );
      });
    }
    const errors = world.logged.filter((line) => JSON.parse(line).level === "error");
    assert.deepEqual(errors, []);
  },
});
