// A route's parts, and how it answers.
import type { ComponentChildren, FunctionComponent } from "preact";
import type { Context } from "./context.ts";
import { HttpError } from "./error.ts";
import { renderResponse } from "./render.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";

export const METHODS: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

// deno-lint-ignore no-explicit-any -- inside, the state's type is the app's own affair
export type AnyContext = Context<any>;

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

type PageInit = Pick<ResponseInit, "status" | "headers">;

/** Data for the component of a route; `page()` makes one. */
export interface PageResponse<Data> extends PageInit {
  data: Data;
}

/** Answers a request, or returns the data that the route's component shows. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

type ResultData<Result> = Result extends { data: infer Data } ? Data : never;

export type RouteData<Handler> = Handler extends (...args: never[]) => infer Result
  ? ResultData<Awaited<Result>>
  : { [M in keyof Handler]: RouteData<Handler[M]> }[keyof Handler];

export interface PageProps<Data = unknown, State = unknown> extends
  Pick<
    Context<State>,
    "config" | "error" | "info" | "params" | "req" | "route" | "state" | "url"
  > {
  Component: FunctionComponent;
  data: Data;
}

export interface LayoutConfig {
  skipAppWrapper?: boolean;
  skipInheritedLayouts?: boolean;
}

export type RouteConfig = LayoutConfig;

export type RouteComponent<Data, State> = (
  props: PageProps<Data, State>,
) => ComponentChildren | Response | Promise<ComponentChildren | Response>;

export interface Route<State> {
  // deno-lint-ignore no-explicit-any -- the handler and the component agree on the data
  component?: RouteComponent<any, State>;
  // deno-lint-ignore no-explicit-any -- as above
  handler?: RouteHandler<any, State>;
  config?: RouteConfig;
}

export type Step = Middleware<unknown>;
// deno-lint-ignore no-explicit-any -- holds pages of any data and state
export type AnyComponent = RouteComponent<any, any>;
// deno-lint-ignore no-explicit-any -- as above
export type AnyRoute = Route<any>;

export function page<Data>(data: Data, init?: PageInit): PageResponse<Data>;
export function page(): PageResponse<undefined>;
export function page(data?: unknown, init: PageInit = {}) {
  return { data: data ?? undefined, ...init };
}

/** The methods an eagerly registered route answers; a lone component answers all. */
export function methodsOf(route: AnyRoute): Method[] {
  const { handler, component } = route;
  if (typeof handler === "function" || (component && !handler)) return METHODS;
  const methods = METHODS.filter((method) => handler?.[method]);
  return component && !methods.includes("GET") ? ["GET", ...methods] : methods;
}

export async function answer(ctx: AnyContext, route: AnyRoute, status?: number): Promise<Response> {
  if (!takesMethod(route, ctx.req.method)) throw new HttpError(404);
  const handler = handlerFor(route, ctx.req.method);
  const result = handler ? await handler(ctx) : { data: {} };
  if (result instanceof Response) return result;
  if (typeof result !== "object" || result === null) {
    throw new Error("A handler returns a Response or page()");
  }
  ctx.data = result.data;
  return await renderResponse(ctx, {
    component: route.component,
    content: null,
    init: { status: result.status ?? status, headers: lastOfEach(result.headers) },
    config: route.config ?? {},
  });
}

/** The headers of a page: of two equal names the last one counts. */
function lastOfEach(init: HeadersInit = []): Headers {
  const pairs = Symbol.iterator in init ? init : Object.entries(init);
  const headers = new Headers();
  for (const [name, value] of pairs as Iterable<[string, string]>) headers.set(name, value);
  return headers;
}

/** Reports whether the route has a handler for the method, or a page that does without one. */
export function takesMethod(route: AnyRoute, method: string): boolean {
  if (handlerFor(route, method)) return true;
  return route.component !== undefined && (isRead(method) || !route.handler);
}

function handlerFor({ handler }: AnyRoute, method: string) {
  if (typeof handler === "function") return handler;
  return handler?.[method as Method] ?? (isRead(method) ? handler?.GET : undefined);
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
