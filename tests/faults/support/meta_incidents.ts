/** What happens to accounts while messages come and go: tokens, keys, pauses. */
import assert from "node:assert/strict";
import { type MetaKind, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { makeSecretsKey } from "../../support/channel_account.ts";
import type { FakeGraph } from "../../support/graph/graph.ts";
import type { MetaMembers } from "./meta_members.ts";
import type { MetaStage } from "./meta_stage.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";

interface IncidentsOptions {
  graph: FakeGraph;
  business: MetaStage;
  members: MetaMembers;
  random: Random;
  stage: Stage;
  /** Settings of the app at its next start. */
  env: Record<string, string>;
}

export class MetaIncidents {
  readonly counts = { tokens: 0, pauses: 0, rotations: 0 };

  constructor(private readonly options: IncidentsOptions) {}

  /** A new token, stored before or after Meta has ended the old one. */
  async changeToken(): Promise<void> {
    const { graph: { state }, business, members, random } = this.options;
    const account = business.accounts[random.pick(metaKinds)];
    const before = state.tokens.get(account.token)!;
    const text = state.newId("EAAnew");
    state.tokens.set(text, { ...before, text });
    const isLate = random.happens(0.5);
    if (isLate) before.isRevoked = true;
    const { id } = account;
    const patch = { secrets: { access_token: text } };
    const { status, body } = await members.call("PATCH", `channels/${id}`, patch);
    assert.equal(status, 200, JSON.stringify(body));
    before.isRevoked = true;
    account.token = text;
    this.counts.tokens++;
  }

  /** @returns what resumes the account */
  async pause(): Promise<() => Promise<void>> {
    const kind = this.options.random.pick(metaKinds);
    await this.#move(kind, "pause");
    this.counts.pauses++;
    return () => this.#move(kind, "resume");
  }

  /** As docs/operating says: the new key first, then all secrets anew, then without the old one. */
  startRotation(): () => Promise<void> {
    const { env, stage } = this.options;
    const key = makeSecretsKey();
    env.SECRETS_KEYS = `${key},${env.SECRETS_KEYS}`;
    return async () => {
      const place = { DATABASE_URL: stage.databaseUrl ?? "", DATA_DIR: stage.dataDir() };
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-all", "--no-check", "lib/commands/secrets.ts", "rotate"],
        env: { ...place, SECRETS_KEYS: env.SECRETS_KEYS! },
        stdin: "null",
      }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      env.SECRETS_KEYS = key;
      this.counts.rotations++;
    };
  }

  async #move(kind: MetaKind, verb: "pause" | "resume"): Promise<void> {
    const { business, members } = this.options;
    const { id } = business.accounts[kind];
    const { status, body } = await members.call("POST", `channels/${id}/${verb}`);
    // An earlier call may have done it, and nobody heard the answer.
    if (status === 409) return;
    assert.equal(status, 200, JSON.stringify(body));
  }
}
