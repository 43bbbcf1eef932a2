/** Walks over everything that can be called or looked at, in a company that has grown. */
import assert from "node:assert/strict";
import { allFiles } from "../../http/routes.ts";
import { callAs, doored, isBroughtBack, jsonOf } from "../../isolation/calls.ts";
import { readyFor } from "../../isolation/ready.ts";
import { pairPhone, type Scene } from "../../isolation/things.ts";
import { nameOf } from "../../isolation/try_endpoint.ts";
import { makeDraft, makeMetaPages, pathsOfPages } from "../../panel/pages/walk.ts";

/** Every operation of the API that somebody of the company may call, each with success. */
export async function callAll(scene: Scene): Promise<void> {
  for (const entry of doored.filter((one) => !isBroughtBack(one))) {
    const what = nameOf(entry);
    const isLast = what === "DELETE /api/phone/device";
    const who = isLast ? { ...scene, maria: await pairPhone(scene.world, scene.side, "eva") } : scene;
    const tried = await callAs(who, await readyFor(scene, entry), entry);
    if (tried.status >= 300) console.log(`${what}: ${tried.status} ${tried.text.slice(0, 500)}`);
  }
}

/** Every page, as it is drawn on the server. */
export async function readPages(scene: Scene): Promise<void> {
  const { world, side: { member } } = scene;
  const files = await allFiles();
  assert.ok(files.length > 0);
  const paths = await pathsOfPages(scene, /^\//);
  paths.push(await makeDraft(scene), ...await makeMetaPages(scene, "Hola"));
  for (const path of paths) {
    const { status } = await world.call("GET", `${path}?company_id=1`, { member });
    if (status !== 200) console.log(path, status);
  }
}
void jsonOf;
