import assert from "node:assert/strict";
import { openStage, testOn } from "./support/stage.ts";

testOn(["pglite"], "a data folder belongs to one process at a time", async (kind) => {
  await using stage = await openStage(kind);
  const first = await stage.start();
  await assert.rejects(() => stage.start(), (error: Error) => {
    assert.match(error.message, /ended with code 1/);
    const lines = error.message.split("\n").filter((line) => line.startsWith("relevo: "));
    assert.deepEqual(lines, [`relevo: another Relevo process is using ${stage.dataDir()}`]);
    return true;
  });
  // The first one has not noticed.
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200);

  first.kill();
  await first.exited;
  const second = await stage.start();
  assert.equal((await second.stop()).code, 0);
});
