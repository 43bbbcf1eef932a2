/**
 * The examples that the document carries fit their schemas, and those calls have one that need it.
 * `tests/http/examples.test.ts` makes the answers: `UPDATE_EXAMPLES=1` writes them anew.
 */
import assert from "node:assert/strict";
import { faultsOf } from "./fits.ts";
import { follow, type Media, type OperationPart, operations, served } from "./served.ts";

const all = [
  ...operations.map(({ operation }) => operation),
  ...Object.values(served.webhooks).flatMap((item) => Object.values(item)),
];

function answersOf({ responses }: OperationPart): Media[] {
  return Object.entries(responses).filter(([status]) => status < "300")
    .flatMap(([, response]) => follow(response).content?.["application/json"] ?? []);
}

Deno.test("an example fits the schema that it stands beside", () => {
  let count = 0;
  for (const operation of all) {
    const bodies = Object.entries(operation.requestBody?.content ?? {})
      .filter(([type]) => type === "application/json").map(([, media]) => media);
    for (const { example, schema } of [...bodies, ...answersOf(operation)]) {
      if (example === undefined) continue;
      count++;
      assert.deepEqual(faultsOf(example, schema!), [], operation.operationId);
    }
    for (const { name, schema, example } of (operation.parameters ?? []).map(follow)) {
      if (example === undefined) continue;
      count++;
      assert.deepEqual(faultsOf(example, schema!), [], `${operation.operationId} ${name}`);
    }
  }
  assert.ok(count > 500, String(count));
});

Deno.test("a value that does not fit is named", () => {
  const schema = served.components.schemas.NotificationRequest!;
  const right = { userId: "maria", title: "Open?", body: "Until when?" };
  assert.deepEqual(faultsOf(right, schema), []);
  for (
    const [wrong, place] of [
      [{ ...right, title: 7 }, "$.title"],
      [{ ...right, colour: "red" }, "$: no field colour"],
      [{ ...right, ttl: -1 }, "$.ttl"],
      [{ ...right, actions: [{ id: "yes" }] }, "$.actions[0]: label"],
      [{ userId: "maria", title: "Open?" }, "$: body"],
    ] as const
  ) {
    const [fault = ""] = faultsOf(wrong, schema);
    assert.ok(fault.startsWith(place), `${place}: ${fault}`);
  }
});

Deno.test("every call of programs and phones and every list has an answer as its example", () => {
  const bare = operations.map(({ operation }) => operation).filter((operation) => {
    const guards = Object.keys((operation.security ?? served.security)[0] ?? {});
    const isNeeded = guards.includes("key") || guards.includes("device") ||
      operation.operationId.startsWith("list");
    const [first] = answersOf(operation);
    return isNeeded && first !== undefined && first.example === undefined;
  });
  assert.deepEqual(bare.map(({ operationId }) => operationId), []);
});

Deno.test("every body has an example, a picture one that this server has", () => {
  const bare = all.filter(({ requestBody }) => {
    const media = Object.values(requestBody?.content ?? {});
    return requestBody && !media.some((one) => one.example !== undefined || one.examples);
  });
  assert.deepEqual(bare.map(({ operationId }) => operationId), []);
});
