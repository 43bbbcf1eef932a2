/** The bodies that the verbs of quotations and opportunities take. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { someoneWaits } from "../../support/waiting.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Api, expectData, expectFailure } from "../../crm/scene.ts";
import { apis, draftQuote, inDatabase, openOpportunity, quoteThatIs } from "../scene.ts";

/** Each verb and the record that it is ready for; win is the last that an opportunity takes. */
const verbs: Record<string, (api: Api) => Promise<{ path: string; version: number }>> = {
  send: async (api) => quoted(await draftQuote(api)),
  recall: async (api) => quoted(await quoteThatIs("sent", api)),
  approve: async (api) => quoted(await quoteThatIs("sent", api)),
  reject: async (api) => quoted(await quoteThatIs("sent", api)),
  reopen: async (api) => quoted(await quoteThatIs("rejected", api)),
  "revoke-approval": async (api) => quoted(await quoteThatIs("approved", api)),
  "confirm-sale": async (api) => quoted(await quoteThatIs("approved", api)),
  duplicate: async (api) => quoted(await draftQuote(api)),
  share: async (api) => quoted(await draftQuote(api)),
  restore: async (api) => {
    const { id, version } = await draftQuote(api);
    await expectData(api("DELETE", `/quotes/${id}`));
    return { path: `/quotes/${id}`, version: version + 1 };
  },
};

const opportunityVerbs: typeof verbs = {
  win: async (api) => opened(await openOpportunity(api)),
  reopen: async (api) => {
    const { id } = await openOpportunity(api);
    return opened(await expectData(api("POST", `/opportunities/${id}/win`)));
  },
  restore: async (api) => {
    const { id, version } = await openOpportunity(api);
    await expectData(api("DELETE", `/opportunities/${id}`));
    return { path: `/opportunities/${id}`, version: version + 1 };
  },
};

const quoted = ({ id, version }: { id: number; version: number }) => ({
  path: `/quotes/${id}`,
  version,
});
const opened = ({ id, version }: { id: number; version: number }) => ({
  path: `/opportunities/${id}`,
  version,
});

/** Posts without a body, under a media type that nothing is sent of. */
function postEmpty(world: World, path: string, type: string) {
  return world.call("POST", `/api/admin${path}`, {
    member: people.ana,
    body: "",
    headers: { "Content-Type": type },
  });
}

for (const [noun, all] of Object.entries({ quotation: verbs, opportunity: opportunityVerbs })) {
  testOnEach(`the verbs of a ${noun} take a version and nothing unknown`, async (world) => {
    const { ana } = apis(world);
    for (const [verb, ready] of Object.entries(all)) {
      const { path, version } = await ready(ana);
      const post = (json: unknown) => ana("POST", `${path}/${verb}`, json);
      const unknown = await expectFailure(post({ foo: 1 }), 422, "validation_failed");
      assert.deepEqual(Object.keys(unknown.fields), ["foo"], verb);
      const { details } = await expectFailure(
        post({ version: version + 9 }),
        409,
        "version_conflict",
      );
      assert.equal(details.current, version, verb);
      assert.equal(typeof details.status, "string", verb);
      const { status } = await post({ version });
      assert.ok([200, 201].includes(status), verb);
      const again = await ready(ana);
      const empty = await postEmpty(world, `${again.path}/${verb}`, "text/plain");
      assert.ok([200, 201].includes(empty.status), `${verb}: ${JSON.stringify(empty.body)}`);
      assert.ok((await ana("POST", `${(await ready(ana)).path}/${verb}`, {})).status < 300, verb);
    }
  });
}

testOnEach(
  "a sale that is confirmed again is the same, whatever version was seen",
  async (world) => {
    const { ana } = apis(world);
    const { id, version } = await quoteThatIs("approved", ana);
    const confirm = () => ana("POST", `/quotes/${id}/confirm-sale`, { version });
    const { sale } = await expectData(confirm(), 201);
    const again = await expectData(confirm());
    assert.deepEqual([again.already, again.sale.id], [true, sale.id]);
  },
);

testOnEach("a verb without a body takes none, or an empty one", async (world) => {
  const { ana } = apis(world);
  const { id } = await expectData(ana("POST", "/products", { name: "Lámpara" }), 201);
  const restore = async (json: unknown) => {
    await expectData(ana("DELETE", `/products/${id}`));
    return await ana("POST", `/products/${id}/restore`, json);
  };
  assert.equal((await restore({})).status, 200);
  assert.equal((await restore(undefined)).status, 200);
  const { fields } = await expectFailure(restore({ foo: 1 }), 422, "validation_failed");
  assert.deepEqual(Object.keys(fields), ["foo"]);
});

testOnEach(
  "what is read has the totals of its own lines, whoever saves meanwhile",
  async (world) => {
    const { ana } = apis(world);
    const { id } = await draftQuote(ana);
    const { read } = await inDatabase(world, 1, async (trx) => {
      await sql`lock table quote_lines in access exclusive mode`.execute(trx);
      const read = ana("GET", `/quotes/${id}`);
      await someoneWaits(world);
      await sql`update quote_lines set quantity = 3, line_net = 150`.execute(trx);
      await sql`update quotes set version = version + 1, net_total = 150, tax_total = 31.5,
      gross_total = 181.5`.execute(trx);
      return { read };
    });
    const { net_total, lines } = await expectData(read);
    assert.deepEqual([net_total, lines[0].line_net], [150, 150]);
  },
);
