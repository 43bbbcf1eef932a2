/**
 * The document and the server say the same of bodies: one made from its schema is refused only by a
 * rule that a description names, and one that breaks a rule of its schema always, its field named.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expectData } from "../crm/scene.ts";
import { fill } from "../demo/sample_year.ts";
import { type Answer, makeWorld, type World } from "../support/world.ts";
import { openUsual } from "../support/world_database.ts";
import {
  type Follow,
  followerOf,
  type Operation,
  readDocument,
  readOperations,
  type Schema,
} from "./operations.ts";
import { announcedRules } from "./announced_rules.ts";
import { type Break, breaksOf, broken, valuesOf } from "./schema_values.ts";

const seed = Number(Deno.env.get("FUZZ_SEED") ?? 20261123);
/** For each operation. */
const numRuns = Number(Deno.env.get("FUZZ_RUNS") ?? 12);
const marta = "marta@talleres.example";

interface Scene {
  world: World;
  follow: Follow;
  introduction: string;
  /** Token of a paired phone. */
  phone: string;
  /** The secret of a quotation's link. */
  link: string;
  /** Of the scope `channel`. */
  channelKey: string;
  /** Parameters of the lists. */
  filters: Operation["parameters"];
}

async function withScene(act: (scene: Scene, operations: Operation[]) => Promise<void>) {
  const database = await openUsual();
  await fill(database.db, new Date());
  await using world = await makeWorld({
    database,
    env: { OPERATOR_EMAIL: marta },
    resolve: () => Promise.resolve([]),
  });
  // Several bodies are tried at the same link.
  world.services.linkLimiter.limit.perSecond = 0;
  const document = await readDocument(world);
  const json = { expires_at: "2099-12-31T12:00:00Z" };
  const call = (path: string, json: unknown) =>
    expectData(world.call("POST", `/api/admin${path}`, { member: marta, json }), 201);
  const all = await readOperations(world);
  const operations = all.filter(bodyOf);
  const scene = {
    world,
    filters: all.filter(({ verb }) => verb === "GET").flatMap(({ parameters }) => parameters),
    follow: followerOf(document),
    introduction: document.info.description,
    phone: (await world.pairPhone("maria")).token,
    link: (await call("/quotes/1/share", json)).token,
    channelKey: (await call("/keys", { name: "bot", scope: "channel" })).key,
  };
  assert.ok(operations.length > 70);
  await act(scene, operations);
}

function bodyOf({ content }: Operation): Schema | undefined {
  return content["application/json"]?.schema;
}

function send(
  { world, phone, link, channelKey }: Scene,
  { path, parameters, verb, guard }: Operation,
  json: unknown,
): Promise<Answer> {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    const { example } = parameters.find((one) => one.name === name)!;
    return name === "token" ? link : encodeURIComponent(String(example));
  });
  // The member makes further companies on the way.
  return world.call(verb, guard === "member" ? `${address}?company_id=1` : address, {
    json,
    ...guard === "member" ? { member: marta } : {},
    ...guard === "key"
      ? { key: path.startsWith("/api/messages") ? channelKey : world.keys.shop }
      : {},
    ...guard === "device" ? { device: phone } : {},
  });
}

/** The descriptions of the document, the operation, its body, and those on the way to a field. */
function wordsFor(
  { follow, introduction, filters }: Scene,
  operation: Operation,
  field: string,
): string {
  const words = [introduction, operation.description];
  // A filter's fields are parameters of lists, and are described there.
  const [, parameter = ""] = /^filter\.(\w+)/.exec(field) ?? [];
  words.push(
    ...filters.filter(({ name }) => name === parameter).map(({ description = "" }) => description),
  );
  const read = (schemas: Schema[]): Schema[] => {
    const whole = schemas.flatMap((one) => [one, follow(one)]);
    const choices = whole.flatMap(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf]);
    words.push(...whole.map(({ description = "" }) => description));
    return choices.length > 0 ? [...whole, ...read(choices)] : whole;
  };
  let schemas = read([bodyOf(operation)!]);
  for (const name of field.split(".")) {
    const inner = schemas.flatMap(({ properties, items }) =>
      /^\d+$/.test(name) ? items ?? [] : properties?.[name] ?? []
    );
    schemas = read(inner);
  }
  return words.join("\n");
}

function checkRefusal(scene: Scene, operation: Operation, { status, body }: Answer): void {
  assert.ok(status < 500 && status !== 400, `${operation.id}: ${status} ${JSON.stringify(body)}`);
  // The other codes are described with the operation.
  if (body.code !== "validation_failed") return;
  for (const [field, message] of Object.entries<string>(body.fields)) {
    const words = wordsFor(scene, operation, field);
    const isNamed = announcedRules.some(([pattern, announced]) =>
      pattern.test(message) && announced.test(words)
    );
    assert.ok(isNamed, `${operation.id} ${field}: ${message}`);
  }
}

function checkBroken({ rule, path }: Break, { status, body }: Answer): void {
  const place = path.join(".");
  const what = `${place}, ${rule}: ${status} ${JSON.stringify(body)}`;
  assert.equal(status, 422, what);
  const named = Object.keys(body.fields ?? {});
  const isNamed = (name: string) =>
    `${place}.`.startsWith(`${name}.`) || name.startsWith(`${place}.`);
  assert.ok(named.some(isNamed), what);
}

/** A field that sites fill in by themselves counts as absent where it is wrong. */
const lenient = ["site", "consent", "consent_text_version", "referrer", "website", "phone"];

function isTaken({ id, guard }: Operation, { path: [name], value, isOptional }: Break): boolean {
  // In programs' bodies null is the absence of a field that may be absent.
  if (guard === "key" && value === null && isOptional) return true;
  return id === "submitContactForm" && lenient.includes(String(name));
}

/** Each call changes the data, so a failure is not made smaller: the seed repeats all of it. */
const parameters = { numRuns, seed, endOnFailure: true };

Deno.test({
  name: "a body made from its schema is refused only by a rule that a description names",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: (test) =>
    withScene(async (scene, operations) => {
      let accepted = 0;
      for (const operation of operations) {
        const property = fc.asyncProperty(
          valuesOf(bodyOf(operation)!, scene.follow),
          async (body) => {
            const answer = await send(scene, operation, body);
            if (answer.status < 300) accepted++;
            checkRefusal(scene, operation, answer);
          },
        );
        await test.step(operation.id, () => fc.assert(property, parameters));
      }
      assert.ok(accepted > operations.length, `only ${accepted} were taken`);
    }),
});

Deno.test({
  name: "a body that breaks one rule of its schema is refused, and its field is named",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: (test) =>
    withScene(async (scene, operations) => {
      for (const operation of operations) {
        const schema = bodyOf(operation)!;
        const breaks = breaksOf(schema, scene.follow).filter((one) => !isTaken(operation, one));
        // A hook may be anything.
        if (breaks.length === 0) continue;
        const property = fc.asyncProperty(
          valuesOf(schema, scene.follow),
          fc.constantFrom(...breaks),
          async (body, one) => checkBroken(one, await send(scene, operation, broken(body, one))),
        );
        await test.step(operation.id, () => fc.assert(property, parameters));
      }
    }),
});
