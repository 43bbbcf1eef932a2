import assert from "node:assert/strict";
import type { Statement } from "@/lib/db/connection.ts";
import { openEmbedded } from "../support/embedded.ts";
import { fillCompany, memberOf } from "../support/filled.ts";
import { makeWorld, people, type World } from "../support/world.ts";
import { addressOf, idsOf, readEntries } from "../isolation/readings.ts";
import { allFiles, type RouteFile } from "../http/routes.ts";
import { makeScene } from "../isolation/things.ts";

/** The limit of design.md; begin, the tenant's setting and commit are not counted. */
const most = 6;

/**
 * A list of the panel may take 6; a record, the dashboard and the calendar 10; besides the guard's
 * one and the frame's two.
 */
const mostOf = (path: string) => {
  if (!path.startsWith("/panel")) return most;
  return /^\/panel(\/events|\/.*\{\w+\})?$/.test(path) ? 3 + 10 : 3 + most;
};

/** At this scale every list has more than a page of 50. */
const scale = 0.03;

Deno.test({
  name: `a page is read with ${most} statements at most, however many rows it has`,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openEmbedded({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    // Company 1 has one record of each kind, company 2 has dozens.
    const { things, side } = await makeScene(world);
    // To name who invites is one more, on every page.
    const declined = `/api/admin/me/invitations/${things.invitations}/decline`;
    assert.equal((await world.call("POST", declined, { member: people.ana })).status, 200);
    await fillCompany(database.db, { companyId: 2, scale, now: new Date() });
    const ids = await idsOf(database.db, 2);

    const wrong: string[] = [];
    let full = 0;
    const compare = async (what: string, few: () => Promise<Read>, many: () => Promise<Read>) => {
      const [one, dozens] = [await few(), await many()];
      if (dozens.count > one.count) {
        const more = dozens.texts.filter((text) => !one.texts.includes(text));
        wrong.push(`${what}: ${one.count}, then ${dozens.count}: ${more.join("; ")}`);
      }
      if (Math.max(one.count, dozens.count) > mostOf(what)) wrong.push(`${what}: ${dozens.count}`);
      if (dozens.rows >= 50) full++;
    };
    for (const entry of await readEntries()) {
      const { path } = entry;
      // A search without hits needs fewer statements.
      const query: Record<string, string> = path.endsWith("/search") ? { q: side.word } : {};
      await compare(
        path,
        () =>
          read(world, heard, people.ana, addressOf(entry, { companyId: 1, ids: things, query })),
        () => read(world, heard, memberOf(2), addressOf(entry, { companyId: 2, ids })),
      );
    }
    const isPage = ({ kind, guard }: RouteFile) => kind === "page" && guard === "member";
    for (const { path } of (await allFiles()).filter(isPage)) {
      const at = (noun: Record<string, string>, companyId: number) =>
        addressOf({ path } as Parameters<typeof addressOf>[0], { companyId, ids: noun });
      await compare(
        path,
        () => read(world, heard, people.ana, at(things, 1)),
        () => read(world, heard, memberOf(2), at(ids, 2)),
      );
    }
    assert.deepEqual(wrong, []);
    assert.ok(full >= 9, `${full} lists had a full page`);
  },
});

interface Read {
  /** Statements, without those that are not counted. */
  count: number;
  texts: string[];
  /** Records of a list. */
  rows: number;
}

async function read(
  world: World,
  heard: Statement[],
  member: string,
  address: string,
): Promise<Read> {
  heard.length = 0;
  const { status, body } = await world.call("GET", address, { member });
  assert.equal(status, 200, `${address}: ${JSON.stringify(body)}`);
  const counted = heard.filter(({ sql }) =>
    !/^(begin|commit|rollback)$/.test(sql) && !sql.startsWith("select set_config(") &&
    // By the clock: whether somebody else is of a company, and that the member is here.
    !sql.startsWith('select "c"."id", "c"."created_by", exists') &&
    !sql.startsWith('update "user_companies" set "last_seen_at"')
  );
  const texts = counted.map(({ sql, parameters }) => JSON.stringify([sql, parameters]));
  assert.deepEqual(texts.filter((text, at) => texts.indexOf(text) < at), [], `twice by ${address}`);
  const own = counted.map(({ sql }) => sql);
  return { count: own.length, texts: own, rows: Array.isArray(body.data) ? body.data.length : 0 };
}
