/** An import that changes hundreds of records takes as many statements as one of two. */
import assert from "node:assert/strict";
import type { Statement } from "@/lib/db/connection.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { openEmbedded } from "../../support/embedded.ts";
import { makeWorld, people } from "../../support/world.ts";
import { importing } from "./importing.ts";

Deno.test({
  name: "the statements of an import do not grow with its rows",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openEmbedded({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    const post = importing(world);
    const ana = apiOf(world, people.ana);
    const run = async (size: number) => {
      const file = (price: number) =>
        "sku,name,price\n" +
        Array.from({ length: size }, (_, at) => `${size}-${at},Pieza,${price}\n`).join("");
      const counts: number[] = [];
      const counted = async <T>(call: () => Promise<T>): Promise<T> => {
        heard.length = 0;
        const answer = await call();
        counts.push(heard.length);
        return answer;
      };
      const commit = (price: number) =>
        counted(() => expectData(post("products/commit?duplicates=update", file(price))));
      const undo = (id: number) => counted(() => expectData(ana("POST", `/imports/${id}/undo`)));
      const result = await commit(1);
      const changed = await commit(2);
      assert.deepEqual([result.imported, changed.changed], [size, size]);
      assert.equal((await commit(2)).same, size);
      assert.equal((await undo(changed.id)).restored, size);
      assert.equal((await undo(result.id)).trashed, size, "one after the other");
      await counted(() => expectData(post("products/preview?duplicates=update", file(3))));
      return counts;
    };
    await run(1);
    assert.deepEqual(await run(300), await run(2));
  },
});
