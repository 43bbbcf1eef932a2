import assert from "node:assert/strict";
import { join } from "node:path";
import type { Erasure } from "@/lib/tools/after_commit.ts";
import { ErasureList } from "@/lib/privacy/erasure_list.ts";

const erasure = (n: number): Erasure => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  companyId: 1,
  at: "2026-11-24T10:00:00.000Z",
  contacts: [n],
  clients: [],
});

Deno.test("the list of erasures holds each once, and only this installation's", async () => {
  const dataDir = join(await Deno.makeTempDir({ prefix: "relevo-erasures-" }), "new");
  const place = { dataDir, installation: "a key" };
  try {
    const list = await ErasureList.open(place);
    list.add([erasure(1), erasure(2)]);
    list.add([erasure(2), erasure(3)]);
    list.add([erasure(1)]);
    const read = await ErasureList.open(place);
    assert.deepEqual(read.erasures, [1, 2, 3].map(erasure));
    const other = await ErasureList.open({ ...place, installation: "another key" });
    assert.deepEqual(other.erasures, []);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a line that was cut short spoils no other", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "relevo-erasures-" });
  const place = { dataDir, installation: "a key" };
  const path = join(dataDir, "erasures.jsonl");
  try {
    (await ErasureList.open(place)).add([erasure(1), erasure(2)]);
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, `${text.slice(0, -20)}`);
    const cut = await ErasureList.open(place);
    assert.deepEqual([cut.erasures.length, cut.unreadable], [1, 1]);
    await cut.add([erasure(2)]);
    const { erasures } = await ErasureList.open(place);
    assert.deepEqual(erasures, [1, 2].map(erasure));
    await Deno.writeTextFile(path, '\n{"id":7}\n[]\nnull\n"x"\n', { append: true });
    assert.equal((await ErasureList.open(place)).unreadable, 5);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});
