/** When something last came in by an account: what people write counts, receipts and echoes do not. */
import assert from "node:assert/strict";
import { asWorker } from "@/lib/db/transaction.ts";
import { expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { testOnEach } from "../../support/world.ts";
import { ids, openScene } from "./connect/scene.ts";
import { payload } from "./payloads.ts";

testOnEach(
  "what a person writes is noted on its account, receipts and echoes are not",
  async (world) => {
    const { api, app, inputs } = await openScene(world);
    const hook = world.url + new URL(app.hook).pathname;
    const [number, page] = [
      await expectData(api("POST", "/channels", inputs.whatsapp), 201),
      await expectData(api("POST", "/channels", inputs.facebook), 201),
    ];
    const lastOf = async ({ id }: { id: number }) =>
      (await expectData(api("GET", `/channels/${id}`))).last_received_at;

    async function deliver(name: string): Promise<void> {
      const owner = world.graph.state.apps.get(ids.app)!;
      const answer = await world.graph.deliver(hook, owner, payload(name));
      assert.equal(answer.status, 200);
      await answer.body?.cancel();
      await until(async () =>
        (await asWorker(
          world.services.database.db,
          (trx) => trx.selectFrom("meta_hooks").select("body").execute(),
        )).every(({ body }) => body === null), { what: "hooks to be split" });
    }

    for (const name of ["whatsapp/delivered", "whatsapp/echo", "whatsapp/history"]) {
      await deliver(name);
    }
    await deliver("facebook/echo");
    // A company's hooks are noted one after the other, so that those of before the last are.
    assert.equal(await lastOf(number), null, "receipts, echoes and a phone's history");
    await deliver("whatsapp/text");
    await until(async () => await lastOf(number) !== null, { what: "the number's note" });
    assert.equal(await lastOf(page), null, "an echo is the page's own");
    await deliver("facebook/text");
    await until(async () => await lastOf(page) !== null, { what: "the page's note" });
  },
  { hasGraph: true },
);
