/** Checks every answer in a test against the OpenAPI document. */
import assert from "node:assert/strict";
import type { Method, Verb } from "@/lib/http/endpoint.ts";
import { codesOf } from "@/lib/http/document/responses.ts";
import { collectRoutes } from "@/lib/http/openapi.ts";

interface Known {
  pattern: URLPattern;
  methods: Partial<Record<Verb, Method>>;
}

let known: Promise<Known[]> | undefined;

/** The endpoints, those without parameters first. */
async function endpoints(): Promise<Known[]> {
  const routes = await collectRoutes(new URL("../../routes/", import.meta.url));
  const weight = (path: string) => path.split("{").length;
  return routes.toSorted((a, b) => weight(a.path) - weight(b.path)).map(({ path, methods }) => ({
    pattern: new URLPattern({ pathname: path.replace(/\{(\w+)\}/g, ":$1") }),
    methods,
  }));
}

/** @throws AssertionError if the document lacks the status, or the code of a failure */
export async function assertDocumented(
  verb: string,
  url: string,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  const pathname = new URL(url).pathname;
  const found = (await (known ??= endpoints())).find(({ pattern }) => pattern.test({ pathname }));
  const method = found?.methods[verb as Verb];
  if (!method) return;
  const { spec, door } = method;
  const what = `${verb} ${pathname} answers ${status}`;
  const { success, code } = (body ?? {}) as { success?: boolean; code?: never };
  if (success === false) {
    assert.ok(
      codesOf(door, spec, verb as Verb).includes(code!),
      `${what} ${code}, which nothing describes`,
    );
  } else if (success === true) {
    const statuses = [spec.status ?? 200, ...Object.keys(spec.also ?? {}).map(Number)];
    assert.ok(statuses.includes(status), `${what}, which nothing describes`);
  }
}
