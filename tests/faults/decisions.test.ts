import assert from "node:assert/strict";
import { until } from "../support/wait.ts";
import { killMidway, type RunningApp, testKilled } from "./support/known_person.ts";
import { long, proof } from "./support/proof.ts";

const kills = long ? 100 : 2;
const luis = "luis@taller.example";

testKilled(
  ["postgres"],
  "a killed app sends what is approved once, or is asked again",
  async (app, stage) => {
    const { approver, via } = await prepare(app);
    for (let kill = 1; kill <= kills; kill++) {
      const path = await ask(app, approver, via);
      const decide = () => app.call("POST", `${path}/decide`, { approved: true });
      // In the midst of the decision, or of the sending that follows it.
      const isLost = kill % 2 === 1;
      await killMidway(stage, app, decide, isLost ? "activities" : "quote_revisions");
      await app.start();
      if (isLost) {
        assert.equal((await read(app, path)).approval.state, "asked");
        await decide();
      }
      await until(async () => (await read(app, path)).status === "sent", { what: `kill ${kill}` });
      const revisions = await read(app, `${path}/revisions`);
      const { shares, approval } = await read(app, path);
      const entries = await read(app, `${path}/timeline`);
      const messages = entries.filter(({ kind }: { kind: string }) => kind === "message");
      const counts = [revisions.length, shares.length, messages.length, approval.state];
      assert.deepEqual(counts, [1, 1, 1, "given"], `kill ${kill}`);
    }
    proof(`${kills} kills after an approval: each quotation left once`);
  },
);

async function read(app: RunningApp, path: string) {
  const answer = await until(() => app.call("GET", path), { what: path });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body.data;
}

async function create(app: RunningApp, path: string, json: unknown, as?: string) {
  const answer = await app.call("POST", path, json, as);
  assert.ok(answer && answer.status < 300, JSON.stringify(answer?.body));
  return answer.body.data;
}

/** Ana has to be asked of any sum; messages leave by a program that nobody hears. */
async function prepare(app: RunningApp) {
  const { id: approver } = await read(app, "/me");
  await create(app, "/employees", { email: luis, role: "" });
  const rules = { approval: { amount_above: 0, approver_id: approver } };
  assert.equal((await app.call("PATCH", "/companies/1", rules))?.status, 200);
  const settings = { callback_url: "http://127.0.0.1:1/out" };
  const account = { kind: "program", channel: "whatsapp", name: "Bot", settings };
  const { id: via } = await create(app, "/channels", account);
  return { approver, via };
}

/** A draft that Luis asks approval for. @returns its path */
async function ask(app: RunningApp, approver_id: number, via: number): Promise<string> {
  const client = await create(app, "/clients", { name: "Pilar Ruiz", phone: "+34 600 111 222" });
  const about = { title: "Cocina", client_id: client.id };
  const { id: opportunity_id } = await create(app, "/opportunities", about);
  const lines = [{ name: "Encimera", unit_price: 100 }];
  const { id } = await create(app, "/quotes", { opportunity_id, lines });
  const message = { via, body: "Aquí lo tienes: {{quote.link}}" };
  await create(app, `/quotes/${id}/ask-approval`, { approver_id, message }, luis);
  return `/quotes/${id}`;
}
