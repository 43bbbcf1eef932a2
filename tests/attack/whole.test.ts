/** `deno task attack --throwaway`, run as an admin runs it, on app and gateway. */
import assert from "node:assert/strict";
import { createKey } from "@/lib/access/keys.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { runTask } from "../commands/harness.ts";
import { openRealApp } from "../gateway/support/real_app.ts";
import { connectMailbox, connectProgram, makeSecretsKey } from "../support/channel_account.ts";
import { people } from "../support/world.ts";

const addressHeader = "X-Client-Address";

Deno.test({
  name: "an installation with all that is tried passes it",
  // What the databases and their pools keep belongs to no test.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const secretsKey = makeSecretsKey();
    await using at = await openRealApp({
      env: { SECRETS_KEYS: secretsKey, CALLBACK_ALLOW_NETS: "" },
      gatewayEnv: { CLIENT_IP_HEADER: addressHeader },
    });
    const { world, origin } = at;
    const { db } = world.services.database;
    const program = await connectProgram(db, { name: "Bot", secretsKey });
    await connectMailbox(db, {
      ...{ name: "Mailbox", address: "shop@shop.example", user: "shop", password: "x" },
      // Nobody listens there.
      ...{ imapPort: 9, smtpPort: 9, secretsKey },
    });
    const { key: sendKey } = await inCompany(
      db,
      1,
      (trx) => createKey(trx, { companyId: 1 }, { name: "sends", scope: "send" }),
    );
    const ana = at.visitor();
    assert.equal((await ana.redeem(await at.recover(people.ana, 1))).status, 200);
    const { code, out, err } = await runTask("attack", [
      ...["--url", origin, "--key", world.keys.shop, "--other-key", world.keys.studio],
      ...["--requests", "60", "--patience-ms", "20000"],
      ...["--throwaway", "--confirm", new URL(origin).host],
      ...["--member", `Cookie: ${ana.cookie}`, "--client-ip-header", addressHeader],
      ...["--send-key", sendKey, "--channel-key", program.key, "--channel", `${program.id}`],
    ], {});
    assert.equal(code, 0, out + err);
    assert.match(out, /\d+ of \d+ checks passed, 1 skipped\n$/);
    assert.match(out, /skip {2}A hostile domain's answer holds nobody up: give --hostile-domain/);
    assert.doesNotMatch(out, /Left behind|rlv_/);
    assert.ok(!out.includes(ana.cookie), "nobody's sign-in is printed");
  },
});
