/**
 * Makes the back-up that stands for a release: a small installation in which everything has begun.
 *
 *   deno run -A --no-check tests/backup/make_release.ts
 *
 * writes tests/backup/releases/<version>.tar, which the tests of later releases restore, and removes
 * those of before the last five. `deno task note-release` runs it.
 */
import { join } from "node:path";
import { withEmbeddedSnapshot } from "@/lib/backup/session/embedded_session.ts";
import { OutputFile } from "@/lib/backup/write/output.ts";
import { writeBackup } from "@/lib/backup/write/write_backup.ts";
import { version } from "@/lib/tools/version.ts";
import { team } from "../crm/notices/phones.ts";
import { expectData } from "../crm/scene.ts";
import { convertNewest, sendAndShare, write } from "../flows/scene.ts";
import { makeWorld } from "../support/world.ts";
import { releasesFolder, removeOldReleases } from "./release_files.ts";

if (import.meta.main) {
  const world = await makeWorld({ kind: "pglite" });
  const { ana, luis } = await team(world);
  await write(world);
  const [notice] = await luis.phone.inbox();
  await expectData(luis.phone.answer(notice!.id, "take"), 201);
  const [contact] = await expectData(ana.api("GET", "/contacts"));
  const thread = `/contacts/${contact.id}/messages`;
  await expectData(luis.api("POST", thread, { direction: "out", body: "Desde 245 €." }), 201);
  const { quote } = await convertNewest(luis.api);
  const token = await sendAndShare(luis.api, quote.id);
  const accept = { json: { name: "Marta Gil", revision: 1 } };
  await expectData(world.call("POST", `/q/${token}/accept`, accept));
  const sink = new OutputFile(join(releasesFolder, `${version}.tar`));
  await sink.open();
  await withEmbeddedSnapshot(
    world.services.database.pglite!,
    (session) => writeBackup(session, { build: null, schemas: { app: "public" }, sink }),
  );
  await sink.end();
  console.log(sink.path);
  for (const name of removeOldReleases()) console.log(`Removed ${name}`);
  // What a world keeps open would wait for its next call.
  Deno.exit();
}
