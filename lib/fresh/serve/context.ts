// One request as handlers, middlewares and components see it.
import type { FunctionComponent, VNode } from "preact";
import type { Build } from "./build.ts";
import type { LayoutConfig } from "./route.ts";
import { renderResponse } from "./render.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

export interface ResolvedFreshConfig {
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

export interface ContextInit {
  req: Request;
  url: URL;
  info: Deno.ServeHandlerInfo;
  config: ResolvedFreshConfig;
  route: string | null;
  params: Record<string, string>;
  build: Build | null;
}

/** The request, what is known about it, and the ways to answer it. */
export class Context<State> {
  readonly config: ResolvedFreshConfig;
  readonly url: URL;
  /** The request; a middleware may put another one in its place. */
  req: Request;
  readonly route: string | null;
  readonly params: Record<string, string>;
  readonly state: State = {} as State;
  data: unknown = undefined;
  error: unknown | null = null;
  readonly info: Deno.ServeHandlerInfo;
  /** The component that an app wrapper or layout wraps. */
  Component: FunctionComponent = () => null;
  next: () => Promise<Response> = () => Promise.reject(new Error("There is nothing after this"));
  [surroundings]: Surroundings;

  constructor(init: ContextInit) {
    this.req = init.req;
    this.url = init.url;
    this.info = init.info;
    this.config = init.config;
    this.route = init.route;
    this.params = init.params;
    this[surroundings] = { app: null, layouts: [], skipApp: false, build: init.build };
  }

  /** Redirects. A path stays on this host, whatever slashes a browser makes of it (URL, 4.4). */
  redirect(to: string, status = 302): Response {
    const location = to.startsWith("/")
      ? to.replace(
        /^[^?#]+/,
        (path) => path.replace(/[\t\r\n]/g, "").replace(/^[\\/]+/, "/").replace(/\/{2,}/g, "/"),
      )
      : to;
    return new Response(null, { status, headers: { location } });
  }

  /** Renders `vnode` in the layouts and the app wrapper of this place. */
  async render(
    vnode: VNode | null,
    init: ResponseInit = {},
    config: LayoutConfig = {},
  ): Promise<Response> {
    return await renderResponse(this, { content: vnode, init, config });
  }

  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  html(content: string, init?: ResponseInit): Response {
    const headers = new Headers(init?.headers);
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }

  /** Answers with the strings or bytes of `source` as they come; sets no content type. */
  stream(source: StreamSource | (() => StreamSource), init?: ResponseInit): Response {
    const chunks = typeof source === "function" ? source() : source;
    const encoder = new TextEncoder();
    const bytes = new TransformStream<string | Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        const encoded = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
        controller.enqueue(encoded as Uint8Array<ArrayBuffer>);
      },
    });
    return new Response(ReadableStream.from(chunks).pipeThrough(bytes), init);
  }
}

export type StreamSource = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
