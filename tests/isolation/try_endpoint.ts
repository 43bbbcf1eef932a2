/** Calls endpoints of the route table from their specs alone. */
import assert from "node:assert/strict";
import type { Call, World } from "../support/world.ts";
import { readPdf } from "../support/pdf.ts";
import { pictureOf, type Things } from "./records.ts";
import { bodyFor, type Entry, neededQuery } from "../http/routes.ts";
import type { Side } from "./sides.ts";

/** The world, and the records with which an endpoint is tried. */
export interface Target {
  world: World;
  side: Side;
  things: Things;
}

/** An answer, with all of it as one text, headers too. */
export interface Tried {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests assert on the parts they know
  body: any;
  text: string;
}

export const nameOf = ({ verb, path }: Entry) => `${verb} ${path}`;

/** Calls an endpoint with ids of the records; of a stream, only the beginning is read. */
export async function tryGuard(
  { world, side, things }: Target,
  entry: Entry,
  call: Call,
  query: Record<string, string | number> = {},
): Promise<Tried> {
  const parameters = {
    ...neededQuery(entry, query),
    ...neededBy(entry, side, things, query),
    ...query,
  };
  const params = new URLSearchParams(
    Object.entries(parameters).map(([name, of]) => [name, `${of}`]),
  );
  const path = `${pathTo(entry.path, things)}?${params}`;
  if (entry.method.spec.mediaType === "text/event-stream") {
    return await tryStream(world, path, call);
  }
  if (entry.method.spec.mediaType === "application/pdf") return await tryPdf(world, path, call);
  const sent = { ...bodyOf(entry, side), ...call };
  const headers = { ...bodyOf(entry, side).headers, ...call.headers };
  const { status, headers: got, body } = await world.call(entry.verb, path, { ...sent, headers });
  return { status, body, text: JSON.stringify([...got, body]) };
}

/** A PDF is compressed, so its visible text is searched. */
async function tryPdf(world: World, path: string, { member }: Call): Promise<Tried> {
  const headers: HeadersInit = member
    ? { "Cf-Access-Jwt-Assertion": await world.tokenFor(member) }
    : {};
  const response = await fetch(world.url + path, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = response.ok ? readPdf(bytes) : JSON.parse(new TextDecoder().decode(bytes));
  return { status: response.status, body, text: JSON.stringify([...response.headers, body]) };
}

/** The answer without its request id. */
export function comparable({ status, body }: Tried): unknown {
  const { requestId: _, ...rest } = body;
  return { status, ...rest };
}

async function tryStream(world: World, path: string, call: Call): Promise<Tried> {
  const stop = new AbortController();
  const bearer = call.device ?? call.key;
  const headers = new Headers(call.headers);
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  if (call.member) headers.set("Cf-Access-Jwt-Assertion", await world.tokenFor(call.member));
  const response = await fetch(world.url + path, { headers, signal: stop.signal });
  const { value } = await response.body!.getReader().read();
  stop.abort();
  const text = new TextDecoder().decode(value);
  return { status: response.status, body: response.ok ? text : JSON.parse(text), text };
}

/** The path with the records' ids. */
export function pathTo(path: string, things: Things): string {
  return path.replace(/([\w-]+)\/\{(\w+)\}|\{(\w+)\}/g, (_, noun, name, alone) => {
    if (alone === "mark") return "read";
    if (noun === "imports" && name === "noun") return "imports/clients";
    if (noun === "oauth") return "oauth/google";
    const isOfApp = noun === "problems" && path.includes("/meta-apps/");
    const isOfNumber = /^(channels|accounts)$/.test(noun) && path.includes("/templates");
    const id = things[isOfApp ? "meta-problems" : isOfNumber ? "numbers" : noun];
    assert.ok(id, `tests/isolation/records.ts must make what ${name ?? alone} is in ${path}`);
    return `${noun}/${id}`;
  });
}

/** A body that fits: JSON by the schema, or one of the media types that the endpoint reads. */
function bodyOf(entry: Entry, side: Side): Pick<Call, "json" | "body" | "headers"> {
  const { spec } = entry.method;
  if (spec.body) return { json: bodyFor(entry) };
  const [type] = Object.keys(spec.bodies ?? {});
  if (!type) return {};
  const body = type.startsWith("image/")
    ? pictureOf(side)
    : "name,email\nOtra,otra@relevo.example\n";
  return { body, headers: { "Content-Type": type } };
}

/** Required parameters of endpoints. */
function neededBy(
  entry: Entry,
  { word }: Side,
  { clients }: Things,
  query: Record<string, unknown>,
): Record<string, string> {
  const isAbout = Object.keys(query).some((name) => name.endsWith("_id") && name !== "company_id");
  const subject: Record<string, string> = isAbout ? {} : { client_id: clients! };
  const needed: Record<string, Record<string, string>> = {
    "POST /api/admin/files": { name: word },
    "POST /api/files": { name: word },
    "POST /api/phone/files": { name: word },
    "GET /api/admin/activities": subject,
    "GET /api/admin/notes": subject,
    // Not all of the word: what is plan may be repeated in the answer.
    "GET /api/admin/search": { q: word.slice(0, -1) },
    "GET /api/admin/events": { from: "2026-11-01", to: "2026-12-01" },
  };
  return needed[nameOf(entry)] ?? {};
}
