/** Tests that count the statements of a request, on the embedded database. */
import type { Statement } from "@/lib/db/connection.ts";
import { openEmbedded } from "./embedded.ts";
import { makeWorld, type World } from "./world.ts";

/** How many statements `act` takes, without those that open and end a transaction. */
type CountStatements = (act: () => Promise<unknown>) => Promise<number>;

const framing = /^(begin|commit|rollback)$|^select set_config\(/;

export function testHeard(
  name: string,
  test: (world: World, count: CountStatements) => Promise<void>,
): void {
  const fn = async () => {
    let heard: Statement[] = [];
    const database = await openEmbedded({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    await test(world, async (act) => {
      heard = [];
      await act();
      return heard.filter(({ sql }) => !framing.test(sql)).length;
    });
  };
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
}
