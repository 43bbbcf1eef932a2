/** A stream is read in the name of whoever happens to be served: that is no part of it. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { currentDeadline, withDeadline } from "@/lib/db/deadline.ts";
import { encodeEvents, eventResponse } from "@/lib/notify/streams/event_response.ts";

Deno.test("a stream's later reads do not share the deadline of another request", async () => {
  const deadlines: unknown[] = [];
  async function* events() {
    deadlines.push(currentDeadline());
    yield encodeEvents("event: a\n\n");
    deadlines.push(currentDeadline());
  }
  const reader = eventResponse(events()).body!.getReader();
  // Deno may ask for the next part in the context of the request that it served last.
  const read = async () => {
    await setImmediate();
    return await withDeadline(1_000, () => reader.read());
  };
  assert.equal((await read()).done, false);
  assert.equal((await read()).done, true);
  assert.deepEqual(deadlines, [undefined, undefined]);
});
