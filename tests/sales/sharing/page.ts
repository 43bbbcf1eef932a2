/** How browsers read and answer a quotation's public page. */
import assert from "node:assert/strict";
import type { Answer, World } from "../../support/world.ts";
import { type Api, expectData } from "../scene.ts";

export async function shareOf(api: Api, id: number): Promise<string> {
  return (await expectData(api("POST", `/quotes/${id}/share`, {}), 201)).token;
}

export function visit(world: World, path: string, language = "es"): Promise<Answer> {
  return world.call("GET", path, { headers: { "Accept-Language": language, Accept: "text/html" } });
}

/** Posts a form as a browser does; of the first revision unless told. */
export function post(world: World, path: string, fields: Record<string, string>): Promise<Answer> {
  return world.call("POST", path, {
    body: new URLSearchParams({ revision: "1", ...fields }).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "text/html,*/*;q=0.8",
      Origin: "null",
    },
  });
}

export function assertPage(page: Answer, status: number, words: string[]): void {
  assert.equal(page.status, status, page.body);
  for (const word of words) assert.ok(page.body.includes(word), `${word} in ${page.body}`);
  const policy = page.headers.get("content-security-policy")!;
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/);
  assert.match(policy, /form-action 'self'.*frame-ancestors 'none'/);
  assert.doesNotMatch(page.body, /<script| style="|href="\/panel/);
  assert.match(page.body, /<meta name="robots" content="noindex"/);
}

export function assertPrivate({ headers }: Answer): void {
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.equal(headers.get("x-robots-tag"), "noindex");
}
