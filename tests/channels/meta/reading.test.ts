import assert from "node:assert/strict";
import type { MetaEvent } from "@/lib/channels/meta/read/event.ts";
import { readings } from "./readings.ts";
import { kinds, payloadNames, readPayload } from "./payloads.ts";

for (const kind of kinds) {
  Deno.test(`each payload of ${kind} says what Meta's page says of it`, () => {
    for (const name of payloadNames(kind)) {
      const events = readPayload(`${kind}/${name}`).map(plain);
      const expected = readings[`${kind}/${name}`];
      assert.ok(expected, `${kind}/${name} is in the table`);
      assert.equal(events.length, expected.length, name);
      events.forEach((event, at) => {
        const names: string[] = Object.keys(expected[at] as object);
        const part = Object.fromEntries(names.map((one) => [one, event[one]]));
        assert.deepEqual(part, expected[at], `${kind}/${name}`);
      });
    }
  });
}

/** Without what is null, false or empty. */
function plain(event: MetaEvent): Record<string, unknown> {
  return without(event) as Record<string, unknown>;
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, without(one)] as const);
  return Object.fromEntries(
    entries.filter(([, one]) =>
      one !== null && one !== undefined && one !== false && one !== "" &&
      !(Array.isArray(one) && one.length === 0)
    ),
  );
}
