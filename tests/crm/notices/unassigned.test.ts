/** Members who hear of messages while nobody has the contact. */
import assert from "node:assert/strict";
import { connect } from "../../channels/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { pairCaller } from "../conversations/scene.ts";
import { expectData, expectFailure } from "../scene.ts";

testOnEach(
  "an unassigned message notifies who chose the account and who never chose",
  async (world) => {
    const [ana, luis] = [
      await pairCaller(world, people.ana),
      await pairCaller(world, people.luis, 1),
    ];
    const [shop, mail] = [await connect(world, { name: "Tienda" }), await connect(world)];
    const named = ({ title }: { title: string }) => title.replace("Nuevo contacto: ", "");
    let count = 0;
    const hear = async (program: typeof shop) => {
      const name = `Cliente ${++count}`;
      await program.file({ externalId: name, from: { id: name, name }, text: "Hola" });
      const heard = await Promise.all(
        [ana, luis].map(async ({ inbox }) => (await inbox()).map(named).includes(name)),
      );
      return ["ana", "luis"].filter((_, at) => heard[at]);
    };
    const choose = async (who: typeof ana, tell_unassigned: number[] | null) => {
      const { companies } = await expectData(who.api("PATCH", "/me", { tell_unassigned }));
      return companies.map((one: typeof companies[0]) => [one.id, one.tell_unassigned]);
    };
    assert.deepEqual(await hear(shop), ["ana", "luis"], "nobody has chosen");
    assert.deepEqual(await choose(luis, [shop.id, shop.id]), [[1, [shop.id]], [2, null]]);
    assert.deepEqual(await hear(shop), ["ana", "luis"], "Ana never chose");
    assert.deepEqual(await hear(mail), ["ana", "luis"], "an account that nobody chose");
    await choose(ana, [mail.id]);
    assert.deepEqual([await hear(shop), await hear(mail)], [["luis"], ["ana"]]);
    await choose(ana, []);
    assert.deepEqual([await hear(shop), await hear(mail)], [["luis"], ["ana", "luis"]]);
    await expectData(luis.api("PATCH", "/me", { notify: { contact_new: false } }));
    assert.deepEqual(await hear(shop), ["ana"], "who is silent has not taken it on");
    await expectData(luis.api("PATCH", "/me", { notify: { contact_new: true } }));
    await choose(ana, null);
    assert.deepEqual([await hear(shop), await hear(mail)], [["ana", "luis"], ["ana", "luis"]]);

    // A form's message and what a colleague files come by no account.
    await expectData(luis.api("POST", "/contacts", { name: "Por teléfono", message: "Hola" }), 201);
    assert.equal(named((await ana.inbox())[0]), "Por teléfono");

    const eva = await pairCaller(world, people.eva);
    const theirs = await connect(world, { companyId: 2, member: people.eva });
    const wrong = await expectFailure(
      luis.api("PATCH", "/me", {
        tell_unassigned: [shop.id, theirs.id, 999_999],
        morning_at: "25:00",
      }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(wrong.fields), ["morning_at"]);
    const { fields } = await expectFailure(
      luis.api("PATCH", "/me", { tell_unassigned: [shop.id, theirs.id, 999_999] }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields), ["tell_unassigned.1", "tell_unassigned.2"]);
    await expectFailure(
      eva.api("PATCH", "/me", { tell_unassigned: [shop.id] }),
      422,
      "validation_failed",
    );
    const unsure = world.call("PATCH", "/api/admin/me", {
      member: people.luis,
      json: { morning_at: "08:30" },
    });
    await expectFailure(unsure, 400, "company_required");
    const strange = world.call("PATCH", "/api/admin/me?company_id=2", {
      member: people.ana,
      json: { morning_at: "08:30" },
    });
    await expectFailure(strange, 403, "not_a_member");
  },
);
