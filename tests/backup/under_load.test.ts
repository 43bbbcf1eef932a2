/** A back-up that is made while everything runs, restored elsewhere, and gone on with. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { hasDovecot } from "../channels/email/dovecot.ts";
import { runTask } from "../commands/harness.ts";
import { startCallbackReceiver } from "../faults/support/callbacks.ts";
import { ask } from "../faults/support/client.ts";
import { followResponses } from "../faults/support/followers.ts";
import { Load } from "../faults/support/load.ts";
import { readResponses } from "../faults/support/ledger.ts";
import { long, proof } from "../faults/support/proof.ts";
import { newRandom } from "../faults/support/random.ts";
import { answer, sendToAll } from "../faults/support/scenes.ts";
import { adminUrlOf, openStage, type Stage, testOn } from "../faults/support/stage.ts";
import { type Kind, usualKind } from "../support/kinds.ts";
import { until } from "../support/wait.ts";
import { openOffice } from "./office.ts";
import { rowsIn } from "./rows_in.ts";

interface Settings {
  from: Record<string, string>;
  to: Record<string, string>;
}

/** What the operator sets for the old place and for the new one. */
async function settingsOf(
  stage: Stage,
  { SECRETS_KEYS = "" }: Record<string, string>,
): Promise<Settings> {
  if (!stage.cluster) {
    return {
      from: { DATA_DIR: stage.dataDir() },
      to: { DATA_DIR: stage.dataDir("restored"), SECRETS_KEYS },
    };
  }
  const url = await stage.cluster.createDatabase();
  return {
    from: {
      DATABASE_URL: stage.databaseUrl!,
      BACKUP_DATABASE_URL: adminUrlOf(stage.cluster, stage.databaseUrl!),
      DATA_DIR: stage.dataDir("command"),
    },
    to: {
      DATABASE_URL: url,
      BACKUP_DATABASE_URL: adminUrlOf(stage.cluster, url),
      DATA_DIR: stage.dataDir("restored"),
      SECRETS_KEYS,
    },
  };
}

async function done(task: string, args: string[], env: Record<string, string>): Promise<string> {
  const { code, out, err } = await runTask(task, args, env);
  assert.equal(code, 0, `${task}: ${err}`);
  return out;
}

/** Rows of files, imports, and mails both ways. */
const tablesAtWork = [
  ...["files", "file_chunks", "imports", "clients"],
  ...(hasDovecot ? ["channel_events", "contact_messages", "outbox"] : []),
];

const kinds: Kind[] = long ? ["postgres", "pglite"] : [usualKind];

testOn(kinds, "a back-up under load goes on elsewhere", async (kind) => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-backup-" });
  await using office = await openOffice();
  await using stage = await openStage(kind, { env: office.env });
  await using receiver = startCallbackReceiver({ key: stage.key, refuses: 0.5 });
  const { from, to } = await settingsOf(stage, office.env);
  await office.connect(stage);
  const old = await stage.start();
  const open = await sendToAll(stage, old.url);
  await answer(stage, old.url, open, "ana");
  const { body } = await ask(old.url, "GET", "/api/responses?limit=200", { as: stage.key });
  const cursor = body.meta.nextCursor;
  const load = new Load({
    ...{ stage, random: newRandom(), base: () => old.url, callbackUrl: receiver.url },
  }).start();
  const work = await office.start(old.url, newRandom());
  await work.progress();
  await load.progress(40);
  const path = join(folder, "a.tar");
  assert.equal(await done("backup", ["--output", path], from), `${path}\n`);
  await load.progress(10);
  await load.finish();
  await work.progress();
  await work.finish();
  old.kill();
  await old.exited;

  await done("restore", [path], to);
  const again = join(folder, "b.tar");
  await done("backup", ["--output", again], to);
  const rows = await rowsIn(path);
  assert.deepEqual(await rowsIn(again), rows);
  for (const table of tablesAtWork) assert.ok(rows[table], `${table} has rows`);
  await done("check-data", [], to);

  const app = await stage.start({ name: "restored", databaseUrl: to.DATABASE_URL });
  const warnings = async () => (await ask(app.url, "GET", "/readyz")).body.data.warnings;
  assert.ok((await warnings()).includes("installation_held"));
  const came = receiver.requests.length;
  await using poll = followResponses({ base: () => app.url, as: stage.key, from: cursor });
  await answer(stage, app.url, open, "bruno");
  const sent = await sendToAll(stage, app.url, { callbackUrl: receiver.url });
  await answer(stage, app.url, sent, "carla");
  const all = await readResponses(app.url, stage.key);
  await until(() => poll.got.length >= all.length - 1, {
    what: "all that the cursor has not seen",
  });
  assert.deepEqual(poll.got.map(({ id }) => id), all.slice(1).map(({ id }) => id));
  assert.equal(receiver.requests.length, came, "nothing leaves while it is held");

  await done("release", ["--owed", "keep"], to);
  const pending = all.filter(({ callback }) => callback !== null);
  assert.ok(pending.length > 1);
  await until(() => pending.every(({ id }) => receiver.acceptedIds.has(id)), {
    what: "every callback to arrive",
  });
  assert.deepEqual(receiver.forged, []);
  assert.ok(!(await warnings()).includes("installation_held"));
  await app.stop();
  await done("check-data", [], to);
  await Deno.remove(folder, { recursive: true });
  proof(
    `back-up under load, ${kind}: ${load.summary}, ${work.summary}; ${all.length} responses restored`,
  );
});
