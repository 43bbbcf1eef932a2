/** Calls of the scene's people and programs, which may be refused but never fail. */
import assert from "node:assert/strict";
import type { Scene } from "../../../isolation/things.ts";
import type { Answer, Call } from "../../../support/world.ts";

// deno-lint-ignore no-explicit-any -- the walk knows which operation it calls
export type Data = any;

export interface Caller {
  scene: Scene;
  /** As the company's member, below /api/admin. @returns the answer's data */
  call(method: string, path: string, json?: unknown): Promise<Data>;
  /** A new record. @returns it */
  make(path: string, json: unknown): Promise<Data>;
  page(path: string): Promise<void>;
  as(who: Call, method: string, path: string, json?: unknown): Promise<Data>;
}

export function callerOf(scene: Scene): Caller {
  const { world, side: { member, companyId } } = scene;
  const ask = async (method: string, path: string, call: Call) => {
    const answer = await world.call(method, path, call);
    assert.ok(answer.status < 500, `${method} ${path}: ${textOf(answer)}`);
    return answer;
  };
  const admin = (path: string) =>
    `/api/admin${path}${path.includes("?") ? "&" : "?"}company_id=${companyId}`;
  return {
    scene,
    async call(method, path, json) {
      return (await ask(method, admin(path), { member, json })).body.data;
    },
    async make(path, json) {
      const answer = await ask("POST", admin(path), { member, json });
      assert.ok(answer.status < 300, `${path}: ${textOf(answer)}`);
      return answer.body.data;
    },
    async page(path) {
      const at = `${path}${path.includes("?") ? "&" : "?"}company_id=${companyId}`;
      assert.equal((await ask("GET", at, { member })).status, 200, path);
    },
    async as(who, method, path, json) {
      return (await ask(method, path, { ...who, json })).body?.data;
    },
  };
}

const textOf = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 500)}`;
