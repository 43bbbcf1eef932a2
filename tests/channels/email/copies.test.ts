/** A mail to two mailboxes of a company is one message. */
import assert from "node:assert/strict";
import { expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { deliver, numbered, verified, watched } from "./deliver.ts";
import { password } from "./dovecot.ts";
import { settingsOf, testWithMail } from "./scene.ts";

for (const [when, isTogether] of [["at once", true], ["one after the other", false]] as const) {
  testWithMail(`a mail to two mailboxes stands once, read ${when}`, async (world, post) => {
    const { api, id, read, contacts, messagesOf } = await watched(world, post);
    const second = await expectData(
      api("POST", "/channels", {
        ...{ kind: "email", name: "Ventas", address: "ventas@taller.example" },
        settings: settingsOf(post, "ventas"),
        secrets: { password },
      }),
      201,
    );
    const { mailboxes, reading } = world.services;
    await mailboxes.read(1, second.id);
    const mails = [numbered(1, { head: verified })];
    const other = numbered(2, { head: verified, body: "¿Y ventanas?" });
    await deliver(post, mails);
    await deliver(post, [...mails, other], "INBOX", "ventas");
    await read();
    if (!isTogether) await reading.sweep(1);
    await mailboxes.read(1, second.id);
    await until(async () => {
      const accounts = await Promise.all(
        [id, second.id].map((one) => expectData(api("GET", `/channels/${one}`))),
      );
      return accounts.every(({ waiting }) => waiting === 0);
    }, { what: "all mails to be read" });
    const [contact, ...rest] = await contacts();
    assert.deepEqual(rest, []);
    const bodies = (await messagesOf(contact.id)).map(({ body }: { body: string }) => body);
    assert.deepEqual(bodies.sort(), ["¿Reparáis puertas?", "¿Y ventanas?"]);
  });
}
