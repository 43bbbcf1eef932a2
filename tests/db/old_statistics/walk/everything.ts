/** Walks over everything that can be called or looked at, in a company that has grown. */
import assert from "node:assert/strict";
import { callOwn, doored, isBroughtBack } from "../../../isolation/calls.ts";
import type { Scene } from "../../../isolation/things.ts";
import { makeDraft, makeMetaPages, pathsOfPages } from "../../../panel/pages/walk.ts";
import { callerOf } from "./caller.ts";
import { walkCompany, walkForm, walkPhone, walkPrograms } from "./people.ts";
import { walkBulk, walkCustomers, walkLists, walkWork } from "./records.ts";
import { walkSales } from "./sales.ts";

/** Every operation of the API that somebody of the company may call, each with success. */
export async function callAll(scene: Scene): Promise<void> {
  for (const entry of doored.filter((one) => !isBroughtBack(one))) {
    await callOwn(scene, entry);
  }
}

/** Every page, as it is drawn on the server. */
export async function readPages(scene: Scene): Promise<void> {
  const { page } = callerOf(scene);
  const paths = await pathsOfPages(scene, /^\//);
  assert.ok(paths.length > 10, String(paths));
  paths.push(await makeDraft(scene), ...await makeMetaPages(scene, "Hola"));
  for (const path of paths) await page(path);
}

/** Branches of operations that one call of each does not take, by part of the app. */
export const further = {
  walkForm,
  walkLists,
  walkCustomers,
  walkBulk,
  walkWork,
  walkSales,
  walkPhone,
  walkPrograms,
  walkCompany,
};

export type Part = keyof typeof further;

export async function callFurther(scene: Scene, part: Part): Promise<void> {
  await further[part](callerOf(scene));
}
