/** Erasing a person while somebody writes to them: everything goes, or the late one is refused. */
import assert from "node:assert/strict";
import { erasePerson } from "@/lib/privacy/erase_person.ts";
import { contents } from "../isolation/contents.ts";
import { testOnEach, type World } from "../support/world.ts";
import { elsewhere, interleaved, type Outcome } from "./interleaved.ts";
import { type PersonRecords, type Scene, sceneOf } from "./person_records.ts";

type Act = (her: PersonRecords, scene: Scene) => Promise<Outcome>;

interface Case {
  what: string;
  act: Act;
  /** What the erasure answers when the other was first. */
  erased?: number;
  /** What the other answers when the erasure was first. */
  late: number;
  /** What the late one writes is the beginning of something new. */
  isAnew?: true;
}

const at = { starts_at: "2031-01-01T10:00:00Z", ends_at: "2031-01-01T11:00:00Z" };
const line = (name: string) => ({ name, quantity: 1, unit_price: 10, tax_rate: 21 });

/** Each writes the person's name, or has the service write it. */
const cases: Case[] = [
  {
    what: "a message",
    act: ({ word, contactId }, { ana }) =>
      ana("POST", `/contacts/${contactId}/messages`, { direction: "in", body: word }),
    late: 404,
  },
  {
    what: "a form post",
    act: ({ email }, { world }) =>
      world.call("POST", "/api/contact", {
        json: { email, message: "Hola otra vez", elapsed_ms: 9000 },
      }),
    late: 201,
    isAnew: true,
  },
  ...(["client", "contact", "opportunity", "quote", "sale", "task"] as const).map((noun) => ({
    what: `a note on the ${noun}`,
    act:
      ((her, { ana }) =>
        ana("POST", "/notes", { body: her.word, [`${noun}_id`]: her[`${noun}Id`] })) as Act,
    late: 422,
  })),
  {
    what: "a note's change",
    act: ({ word, noteId }, { ana }) => ana("PATCH", `/notes/${noteId}`, { body: `${word} dijo` }),
    late: 404,
  },
  {
    what: "a task of the client",
    act: ({ word, clientId }, { ana }) =>
      ana("POST", "/tasks", { title: word, client_id: clientId }),
    late: 422,
  },
  {
    what: "a task of the opportunity",
    act: ({ word, opportunityId }, { ana, luisId }) =>
      ana("POST", "/tasks", {
        title: word,
        opportunity_id: opportunityId,
        assignee_id: luisId,
      }),
    late: 422,
  },
  {
    what: "an event of the opportunity",
    act: ({ word, opportunityId }, { ana }) =>
      ana("POST", "/events", { title: word, opportunity_id: opportunityId, ...at }),
    late: 422,
  },
  {
    what: "an opportunity",
    act: ({ word, clientId }, { ana }) =>
      ana("POST", "/opportunities", { title: word, client_id: clientId }),
    erased: 409,
    late: 422,
  },
  {
    what: "a quotation",
    act: ({ word, opportunityId }, { ana }) =>
      ana("POST", "/quotes", { opportunity_id: opportunityId, title: word, lines: [line(word)] }),
    late: 422,
  },
  {
    what: "a copy of a quotation",
    act: ({ quoteId }, { ana }) => ana("POST", `/quotes/${quoteId}/duplicate`),
    late: 422,
  },
  {
    what: "a task's new assignee, who is told its title",
    act: ({ taskId }, { ana, luisId }) => ana("PATCH", `/tasks/${taskId}`, { assignee_id: luisId }),
    late: 200,
  },
  {
    what: "the new assignee of several tasks",
    act: ({ taskIds }, { ana, luisId }) =>
      ana("POST", "/tasks/bulk", { ids: taskIds, assignee_id: luisId }),
    late: 200,
  },
  ...([["client", "city"], ["contact", "subject"], ["opportunity", "description"]] as const).map(
    ([noun, field]) => ({
      what: `a change of the ${noun} that has been read`,
      act: (async (her, { ana }) => {
        const path = `/${noun === "opportunity" ? "opportunities" : `${noun}s`}/${
          her[`${noun}Id`]
        }`;
        return await ana("PATCH", path, { [field]: her.word, version: her.versions[noun] });
      }) as Act,
      late: noun === "opportunity" ? 409 : 404,
    }),
  ),
  {
    what: "a change of the sale that has been read",
    act: ({ word, saleId, versions }, { ana }) =>
      ana("PATCH", `/sales/${saleId}`, { notes: word, version: versions.sale }),
    late: 409,
  },
  {
    what: "a merge into the client",
    act: ({ clientId, otherId }, { ana }) =>
      ana("POST", `/clients/${otherId}/merge`, { into_id: clientId }),
    late: 422,
  },
  {
    what: "a merge of the client into another",
    act: ({ clientId, strangerId }, { ana }) =>
      ana("POST", `/clients/${clientId}/merge`, { into_id: strangerId }),
    erased: 404,
    late: 404,
  },
  {
    what: "an unmerge",
    act: ({ mergedId }, { ana }) => ana("POST", `/clients/${mergedId}/unmerge`),
    late: 404,
  },
  {
    what: "a message's conversion to the client",
    act: ({ otherContactId, clientId }, { ana }) =>
      ana("POST", `/contacts/${otherContactId}/convert`, { client_id: clientId }),
    late: 422,
  },
  {
    what: "tags for many",
    act: ({ word, clientId }, { ana }) =>
      ana("POST", "/clients/bulk", { ids: [clientId], tags: { add: [`de ${word}`] } }),
    late: 200,
  },
  {
    what: "the undo of a change of many",
    act: ({ undoId }, { ana }) => ana("POST", "/clients/bulk", { undo_id: undoId }),
    late: 200,
  },
  {
    what: "another erasure",
    act: ({ clientId: id, word }, { world }) =>
      elsewhere(
        world,
        (trx, actor) => erasePerson(trx, actor, { noun: "client", id }, { confirm: word }),
      ),
    erased: 404,
    late: 404,
  },
];

testOnEach("what comes while a person is erased goes along or is refused", async (world, step) => {
  if (world.kind === "pglite") return; // its one connection does one thing after the other
  const scene = await sceneOf(world);
  for (const { what, act, erased = 200, late, isAnew } of cases) {
    await step(`${what}, then the erasure`, async () => {
      const her = await scene.know();
      const [first, second] = await interleaved(world, [
        () => act(her, scene),
        () => erase(her, scene),
      ]);
      assert.ok(first.status < 300, describe(first));
      assert.equal(second.status, erased, describe(second));
      if (erased === 200) await assertGone(world, her);
    });
    await step(`the erasure, then ${what}`, async () => {
      const her = await scene.know();
      const [first, second] = await interleaved(world, [
        () => erase(her, scene),
        () => act(her, scene),
      ]);
      assert.equal(first.status, 200, describe(first));
      assert.equal(second.status, late, describe(second));
      if (!isAnew) await assertGone(world, her);
    });
  }
});

function erase({ clientId, word }: PersonRecords, { ana }: Scene): Promise<Outcome> {
  return ana("POST", `/clients/${clientId}/erase`, { confirm: word });
}

/** No row of the company has the person's name, which is also in all of their addresses. */
async function assertGone(world: World, { word }: PersonRecords): Promise<void> {
  const all = await contents(world);
  const index = all.toLowerCase().indexOf(word.toLowerCase());
  assert.equal(index, -1, all.slice(Math.max(0, index - 300), index + 100));
}

function describe({ status, body }: Outcome): string {
  return `${status} ${JSON.stringify(body)}`;
}
