/** Checks every answer in a test against the OpenAPI document. */
import assert from "node:assert/strict";
import type { Endpoint, Endpoints, Method, Verb } from "@/lib/http/endpoint.ts";
import { codesOf } from "@/lib/http/document/responses.ts";
import { listFiles, pathOf } from "@/lib/http/openapi.ts";

interface RouteFile {
  pattern: URLPattern;
  file: URL;
}

const folder = new URL("../../routes/", import.meta.url);
let routes: Promise<RouteFile[]> | undefined;

/** The routes, those without parameters first. A file is imported once its URL is asked for. */
async function listRoutes(): Promise<RouteFile[]> {
  const weight = (file: string) => file.split("[").length;
  const files = (await listFiles(folder)).sort((a, b) => weight(a) - weight(b));
  return files.map((file) => ({
    pattern: new URLPattern({ pathname: pathOf(file).replace(/\{(\w+)\}/g, ":$1") }),
    file: new URL(file, folder),
  }));
}

async function findMethod(verb: string, pathname: string): Promise<Method | undefined> {
  for (const { pattern, file } of await (routes ??= listRoutes())) {
    const match = pattern.exec({ pathname });
    if (!match) continue;
    const { handler } = await import(file.href) as { handler?: Partial<Endpoint & Endpoints> };
    const { methods } = handler?.endpoints?.get(match.pathname.groups.section!) ?? handler ?? {};
    if (methods) return methods[verb as Verb];
  }
}

/** @throws AssertionError if the document lacks the status, or the code of a failure */
export async function assertDocumented(
  verb: string,
  url: string,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  const pathname = new URL(url).pathname;
  const method = await findMethod(verb, pathname);
  if (!method) return;
  const { spec, guard } = method;
  const what = `${verb} ${pathname} answers ${status}`;
  const { success, code } = (body ?? {}) as { success?: boolean; code?: never };
  if (success === false) {
    assert.ok(
      codesOf(guard, spec, verb as Verb).includes(code!),
      `${what} ${code}, which nothing describes`,
    );
  } else if (success === true) {
    const statuses = [spec.status ?? 200, ...Object.keys(spec.also ?? {}).map(Number)];
    assert.ok(statuses.includes(status), `${what}, which nothing describes`);
  }
}
