/** What a phone's queue sends, what may be quoted, and what a refusal says. Pure. */
import assert from "node:assert/strict";
import {
  canQuote,
  type ConversationEntry,
  newestHeard,
  type Thread,
} from "@/lib/phone/conversations/conversation.ts";
import { bodyOf, newSend, refusalOf, settle, wordsOf } from "@/lib/phone/conversations/send.ts";

const fields = {
  ...{ device: "d", contactId: 1, name: "Marta", kind: "message" as const, text: "Hola" },
  ...{ via: 7, after: 3, files: [] },
};
const template = {
  ...{ name: "aviso", language: "es", variables: { "body.1": "Marta" }, text: "Hola Marta" },
};

/** As the server reads it. */
const jsonOf = (send: ReturnType<typeof newSend>, files: string[] = []) => {
  const { key: _, ...json } = JSON.parse(JSON.stringify(bodyOf(send, files)));
  return json;
};

Deno.test("a send leaves with what was chosen, and with nothing else", () => {
  const plain = newSend(fields, 0);
  assert.equal((bodyOf(plain, []) as { key: string }).key, plain.id);
  assert.deepEqual(jsonOf(plain, ["f"]), { text: "Hola", after: 3, files: ["f"], via: 7 });
  assert.deepEqual(jsonOf(newSend({ ...fields, via: null, answers: 9 }, 0)), {
    ...{ text: "Hola", after: 3, files: [], answers: 9 },
  });
  const filled = newSend({ ...fields, text: "", template, optIn: "En la tienda" }, 0);
  assert.deepEqual(jsonOf(filled), {
    ...{ text: "", after: 3, files: [], via: 7, opt_in: { source: "En la tienda" } },
    template: { name: "aviso", language: "es", variables: { "body.1": "Marta" } },
  });
  assert.equal(wordsOf(filled), "Hola Marta");
  assert.deepEqual(jsonOf(newSend({ ...fields, kind: "note", answers: 9 }, 0)), {
    ...{ text: "Hola", files: [] },
  });
});

Deno.test("a refusal says which field is wrong", () => {
  const refused = {
    ...{ ok: false as const, why: "refused" as const, status: 422, code: "validation_failed" },
    ...{ message: "Nothing was changed.", details: {} },
  };
  const after = settle(newSend(fields, 0), { ...refused, fields: { template: "is paused" } }, 1);
  assert.equal(after?.state, "refused");
  assert.equal(refusalOf(after!), "Nothing was changed. (is paused)");
  assert.equal(refusalOf(settle(newSend(fields, 0), refused, 1)!), "Nothing was changed.");
  assert.equal(refusalOf(newSend(fields, 0)), undefined);
});

const entry: Partial<ConversationEntry> = {
  ...{ id: 5, kind: "message", contact_id: 1, direction: "in", channel: "whatsapp", via_id: 7 },
  ...{ unsent_at: null, delivery: null },
};
const thread = { contact_id: 1, accounts: [{ id: 7 }] } as Thread;
const out = { direction: "out" } as const;
const delivery = (state: string) => ({ state }) as ConversationEntry["delivery"];

Deno.test("what the app has can be quoted, by an account that reaches the person", () => {
  const rows: [Partial<ConversationEntry>, boolean][] = [
    [{}, true],
    [{ ...out, delivery: delivery("delivered") }, true],
    ...["queued", "sending", "failed", "uncertain", "cancelled"].map((
      state,
    ): [Partial<ConversationEntry>, boolean] => [{ ...out, delivery: delivery(state) }, false]),
    [{ unsent_at: "2026-11-20T10:00:00Z" }, false],
    [{ via_id: 8 }, false],
    [{ via_id: null }, false],
    // As phones of before have stored it.
    [{ via_id: undefined, channel: undefined }, false],
    [{ channel: "other" }, false],
    [{ contact_id: 2 }, false],
    [{ kind: "note", direction: "note", channel: null }, false],
  ];
  for (const [part, expected] of rows) {
    const one = { ...entry, ...part } as ConversationEntry;
    assert.equal(canQuote(one, thread), expected, JSON.stringify(part));
  }
});

Deno.test("what is told as seen is the newest that they wrote by an app", () => {
  const messages = [{ ...out }, { channel: "other" }, {}, { id: 4 }]
    .map((part) => ({ ...entry, ...part })) as ConversationEntry[];
  assert.equal(newestHeard({ ...thread, messages }), messages[2]);
  assert.equal(newestHeard({ ...thread, messages: messages.slice(0, 2) }), undefined);
});
