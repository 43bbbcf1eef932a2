/** What a thread offers of its sender: nothing that is known, nothing twice. */
import assert from "node:assert/strict";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import { offeredValues } from "@/lib/panel/contacts/offered_values.ts";

type Sender = NonNullable<ThreadEntry["meta"]>["sender"];

const nothing = { name: null, email: null, phone: null, organization: null };

function message(id: number, sender: Partial<Sender>): ThreadEntry {
  const meta = { sender: { ...nothing, subject: null, ...sender } };
  return { kind: "message", id, meta } as ThreadEntry;
}

Deno.test("values that differ only in spelling are offered once", () => {
  const contact = { ...nothing, name: "Ana Gil", email: "ana@gil.es", phone: "+34 612 345 678" };
  const person = { name: " ana gil ", email: "Ana@Gil.es", phone: "612345678", organization: " " };
  assert.deepEqual(offeredValues([message(1, person)], contact), {});
});

Deno.test("a value is offered by its latest message, and a note offers none", () => {
  const entries = [
    message(1, { phone: "612 345 678" }),
    message(2, { phone: "612345678", organization: "Gil" }),
    { ...message(2, {}), kind: "note", meta: null } as ThreadEntry,
    message(3, { organization: "Gil Hermanos" }),
  ];
  assert.deepEqual(offeredValues(entries, nothing), {
    2: [{ name: "phone", value: "612345678" }, { name: "organization", value: "Gil" }],
    3: [{ name: "organization", value: "Gil Hermanos" }],
  });
});
