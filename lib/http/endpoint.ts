import * as z from "zod";
import type { NeededScope } from "@/lib/input/key_scope.ts";
import { withDeadline } from "@/lib/db/deadline.ts";
import { largestBody } from "@/lib/http/serving/body_size.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { asProblem, failure, Reply, success } from "@/lib/http/envelope.ts";
import { type Code, Problem, problem } from "@/lib/input/errors.ts";
import { isForm, readFormOrJson } from "@/lib/http/form_body.ts";
import {
  queryObject,
  readBytes,
  readJson,
  readOptionalJson,
  readTyped,
  refuseEncoded,
  validate,
} from "@/lib/input/input.ts";
import { writeJson } from "@/lib/input/json_text.ts";
import { withoutNulls } from "@/lib/input/bodies/nulls.ts";
import { remoteAddress, requestIdOf } from "@/lib/http/request.ts";
import { noteMade } from "@/lib/tools/trace.ts";
import { describeError } from "@/lib/tools/log.ts";
import type { Services } from "@/lib/service/services.ts";
import { type Language, preferredLanguage, type Text } from "@/lib/words/language.ts";

const noQuery = z.strictObject({});
const noBody = z.strictObject({}).default({});

export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type GuardName = "key" | "member" | "operator" | "device" | "link" | "gateway" | "public";

/** Validates an endpoint's calls, and makes its part of the OpenAPI document. */
export interface Spec<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
> {
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  asText?: string[];
  takesForm?: boolean;
  bodies?: Record<string, z.ZodType>;
  headers?: z.ZodObject;
  asBytes?: true | "untyped";
  /** Bytes of a file; of JSON at least this, and as much as its fields can hold. */
  maxBytes?: number;
  deadlineMs?: number;
  returns: z.ZodType;
  meta?: z.ZodType;
  status?: 200 | 201 | 202;
  also?: Partial<Record<200 | 201, string>>;
  scope?: NeededScope;
  errors?: Code[];
  mediaType?:
    | "text/event-stream"
    | "image/*"
    | "application/pdf"
    | "text/csv"
    | "text/plain"
    | "application/json"
    | "application/octet-stream"
    /** A file as what it is, with ranges and `ETag` (lib/http/files.ts). */
    | "*/*";
  webhooks?: Record<string, Webhook>;
}

export interface Webhook {
  summary: string;
  description: string;
  headers: z.ZodObject;
  body: z.ZodType;
  answers: Record<string, string>;
}

export interface Call<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  req: Request;
  url: URL;
  params: Input<P>;
  query: Input<Q>;
  body: Input<B>;
  bytes: Uint8Array;
  language: Language;
  requestId: string;
  address: string;
  services: Services;
}

type Input<T extends z.ZodType> = [T] extends [never] ? Record<never, never> : z.output<T>;

export interface Method {
  guard: GuardName;
  spec: Spec;
  /** Whether a member's company does not matter, so that `company_id` is passed over. */
  isOfPerson?: boolean;
  /** Whether a call without any credential may be answered too. */
  isOpen?: boolean;
  /** Whether the endpoint exists for the caller; to others the path answers as an unknown one. */
  isThere?(ctx: Ctx): boolean;
  handle(ctx: Ctx): Promise<Response>;
}

export type Methods = Partial<Record<Verb, Method>>;
export type Endpoint = ((ctx: Ctx) => Promise<Response>) & { methods: Methods };

/**
 * One function for all methods: Fresh answers a missing one by 404, not 405.
 * @param options.preflight headers for OPTIONS (CORS)
 */
export function endpoint(
  methods: Methods,
  { preflight }: { preflight?: (ctx: Ctx) => Promise<Record<string, string>> } = {},
): Endpoint {
  const verbs = Object.keys(methods);
  const allow = [...verbs, ...(methods.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const handler = async (ctx: Ctx): Promise<Response> => {
    const verb = ctx.req.method === "HEAD" ? "GET" : ctx.req.method;
    try {
      const isThere = Object.values(methods).some((method) => method.isThere?.(ctx) ?? true);
      if (!isThere) throw problem("not_found");
      if (verb === "OPTIONS") {
        const headers = { ...await preflight?.(ctx), Allow: allow };
        return new Response(null, { status: 204, headers });
      }
      const method = methods[verb as Verb];
      if (!method) throw problem("method_not_allowed", { headers: { Allow: allow } });
      const { deadlineMs } = method.spec;
      const answered = deadlineMs === undefined
        ? await method.handle(ctx)
        : await withDeadline(deadlineMs, () => method.handle(ctx));
      return ctx.req.method === "HEAD" ? await withoutBody(answered) : answered;
    } catch (error) {
      return answerError(ctx, error);
    }
  };
  return Object.assign(handler, { methods });
}

export type Endpoints = ((ctx: Ctx) => Promise<Response>) & {
  parameter: string;
  endpoints: ReadonlyMap<string, Endpoint>;
};

/** The endpoints of one route file, which the path's `parameter` chooses between. */
export function endpointsBy(parameter: string, methods: Record<string, Methods>): Endpoints {
  const endpoints = new Map(
    Object.entries(methods).map(([value, own]) => [value, endpoint(own)]),
  );
  const handler = async (ctx: Ctx): Promise<Response> => {
    const chosen = endpoints.get(ctx.params[parameter] ?? "");
    return chosen ? await chosen(ctx) : answerError(ctx, problem("not_found"));
  };
  return Object.assign(handler, { parameter, endpoints });
}

/** Fresh drops the body unread, and a stream would keep its place. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

export function answerError(ctx: Ctx, error: unknown): Response {
  const problem = asProblem(error);
  const requestId = requestIdOf(ctx.req);
  if (problem.status >= 500) {
    const cause = problem.extras.cause ?? problem;
    const log = ctx.state.services.log;
    if (problem.code === "internal") {
      log.error("request_failed", { requestId, ...describeError(cause) });
    } else log.warn(problem.code, { requestId, error: String(cause) });
  }
  return failure(problem, languageOf(ctx.req), requestId);
}

interface Reading {
  /** Query parameters that the guard reads itself. */
  omit?: string[];
  /** Null in an optional field counts as its absence. */
  isNullAbsent?: boolean;
  /** Finds wrong fields by the database alone, in a body that the schema refuses. */
  alsoWrong?(body: unknown): Promise<Record<string, Text>>;
}

/** Validates the request's parts by the endpoint's schemas; every wrong field is named at once. */
export async function readCall<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
>(
  ctx: Ctx,
  spec: Spec<P, Q, B>,
  { omit = [], isNullAbsent = false, alsoWrong }: Reading = {},
): Promise<Call<P, Q, B>> {
  const language = languageOf(ctx.req);
  const params = spec.params ? spec.params.safeParse(ctx.params) : undefined;
  if (params && !params.success) throw problem("not_found");
  refuseEncoded(ctx.req);
  const values = ctx.url.search === "" ? {} : queryObject(ctx.url.searchParams);
  for (const name of omit) delete values[name];
  const wrong: Record<string, Text> = {};
  const collect = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
      Object.assign(wrong, error.extras.fields);
    }
  };
  const schema = spec.body ?? (takesNothing(ctx.req.method, spec) ? noBody : undefined);
  const body = schema && await readBody(ctx.req, schema, spec);
  const bytes = await readAsBytes(ctx.req, spec);
  const query = collect(() => validate(spec.query ?? noQuery, values));
  const parsed = schema
    ? collect(() => validate(schema, isNullAbsent ? withoutNulls(schema, body) : body))
    : undefined;
  if (Object.keys(wrong).length > 0) {
    const fields = { ...await alsoWrong?.(body), ...wrong };
    throw problem("validation_failed", { fields });
  }
  return {
    req: ctx.req,
    url: ctx.url,
    params: params?.data ?? {},
    query: query ?? {},
    body: parsed,
    bytes,
    language,
    requestId: requestIdOf(ctx.req),
    address: remoteAddress(ctx),
    services: ctx.state.services,
  } as Call<P, Q, B>;
}

async function readAsBytes(req: Request, { asBytes, bodies, maxBytes }: Spec): Promise<Uint8Array> {
  if (!asBytes) return new Uint8Array();
  if (asBytes === "untyped") return await readBytes(req, maxBytes);
  return await readTyped(req, Object.keys(bodies ?? {}), maxBytes);
}

function readBody(
  req: Request,
  schema: z.ZodType,
  { takesForm, maxBytes: atLeast, asText }: Spec,
): Promise<unknown> {
  const maxBytes = largestBody(schema, atLeast);
  if (takesForm && isForm(req)) return readFormOrJson(req, maxBytes);
  return isOptional(schema) ? readOptionalJson(req, maxBytes) : readJson(req, maxBytes, asText);
}

/** A verb without a body: many callers send `{}` all the same. */
export function takesNothing(method: string, { body, bodies }: Spec): boolean {
  return method === "POST" && !body && !bodies;
}

export function isOptional(schema: z.ZodType): boolean {
  return schema._zod.optin !== undefined;
}

export function answer(spec: Spec, result: unknown, services: Services): Response {
  if (result instanceof Response) return result;
  const response = success(result, spec.status);
  if (spec.status !== undefined && spec.status !== 200) noteMade(...idsOf(result));
  if (services.verifyAnswers) verify(spec, result);
  return response;
}

/** The ids by which log lines name what an answer says was made. */
function idsOf(result: unknown): (string | number)[] {
  const data = result instanceof Reply ? result.data : result;
  if (data === null || typeof data !== "object") return [];
  const { notificationId, messageId, id } = data as Record<string, unknown>;
  return [notificationId, messageId, id]
    .filter((one) => typeof one === "string" || typeof one === "number");
}

export function languageOf(req: Request): Language {
  return preferredLanguage(req.headers.get("accept-language"));
}

function verify(spec: Spec, result: unknown): void {
  const { data, options } = result as { data?: unknown; options?: { meta?: unknown } };
  const wrapped = result !== null && typeof result === "object" && options !== undefined;
  const plain = (value: unknown) => JSON.parse(writeJson(value ?? null));
  spec.returns.parse(plain(wrapped ? data : result));
  if (spec.meta) spec.meta.parse(plain(wrapped ? options?.meta : undefined));
}
