import { type ComponentChildren, type FunctionComponent, h, isValidElement } from "preact";
import type { Context } from "./context.ts";
import { surroundings } from "./surroundings.ts";
import { bootOf } from "./islands.ts";
import type { AnyComponent, AnyContext, LayoutConfig, PageProps } from "./route.ts";
import { rawHtml, renderHtml, type Rendering } from "./ssr.ts";

/** Property of a rendered response that holds its nonce for `csp()`. */
export const NONCE = Symbol.for("__freshNonce");

export interface RenderInput {
  component?: AnyComponent;
  content?: ComponentChildren;
  init: ResponseInit;
  config: LayoutConfig;
}

/** A component answered with a response of its own; it travels outward like an error. */
class EarlyResponse {
  constructor(readonly response: Response) {}
}

export async function renderResponse(ctx: AnyContext, input: RenderInput): Promise<Response> {
  const { build } = ctx[surroundings];
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const rendering: Rendering = { nonce, build, url: ctx.url, islands: [], tags: new Set() };
  try {
    const html = await renderBody(ctx, input, rendering);
    return toResponse(html, rendering, input.init);
  } catch (thrown) {
    if (thrown instanceof EarlyResponse) return thrown.response;
    throw thrown;
  }
}

async function renderBody(
  ctx: AnyContext,
  { component, content, config }: RenderInput,
  rendering: Rendering,
): Promise<string> {
  const around = ctx[surroundings];
  let inner = component ? await instantiate(component, propsOf(ctx, ctx.data)) : content;
  if (inner !== null && !isValidElement(inner)) throw new Error("A page is a JSX element or null");
  const layouts = config.skipInheritedLayouts ? [] : around.layouts;
  for (const layout of layouts.toReversed()) {
    ctx.Component = showing(inner);
    inner = await instantiate(layout, propsOf(ctx, null));
  }
  const html = renderHtml(inner, rendering);
  if (!around.app || around.skipApp || config.skipAppWrapper) return html;
  ctx.Component = showing(rawHtml(html));
  const app = isAsync(around.app)
    ? await settle(around.app(ctx as unknown as PageProps))
    : h(around.app as FunctionComponent, propsOf(ctx, null) as object);
  return renderHtml(app, rendering);
}

function showing(children: ComponentChildren): FunctionComponent {
  return () => children;
}

function propsOf<State>(ctx: Context<State>, data: unknown): PageProps<unknown, State> {
  const { Component, config, error, info, params, req, route, state, url } = ctx;
  return { Component, config, data, error, info, params, req, route, state, url };
}

async function instantiate(component: AnyComponent, props: PageProps): Promise<ComponentChildren> {
  return isAsync(component)
    ? await settle(component(props))
    : h(component as FunctionComponent, props as object);
}

// Only functions declared async may wait: Preact runs all others, so that their hooks work.
function isAsync(component: AnyComponent): boolean {
  return component.constructor.name === "AsyncFunction";
}

async function settle(pending: ReturnType<AnyComponent>): Promise<ComponentChildren> {
  const result = await pending;
  if (result instanceof Response) throw new EarlyResponse(result);
  return result;
}

function toResponse(html: string, rendering: Rendering, init: ResponseInit) {
  const headers = new Headers(init.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  const { script = "", preloads = "" } = bootOf(rendering) ?? {};
  const added = { preloads, scripts: script + pageScript(rendering) };
  const { status, statusText } = init;
  const response = new Response(toDocument(html, rendering.tags, added), {
    headers,
    ...status && { status },
    ...statusText && { statusText },
  });
  return Object.defineProperty(response, NONCE, { value: rendering.nonce });
}

function pageScript({ build, nonce }: Rendering): string {
  const text = build?.pageScript;
  return text ? `<script type="module" nonce="${nonce}">${text}</script>` : "";
}

interface Added {
  preloads: string;
  scripts: string;
}

/** Adds missing `<html>`, `<head>`, `<body>` and scripts. Preloads go into the compressed page. */
function toDocument(html: string, tags: Set<string>, { preloads, scripts }: Added): string {
  const [hasHtml, hasHead] = [tags.has("html"), tags.has("head")];
  const lacksBody = !hasHtml && !tags.has("body");
  const afterHtml = hasHtml ? html.indexOf(">", html.indexOf("<html")) + 1 : 0;
  const headStart = hasHead ? html.indexOf("</head>") : afterHtml;
  const headEnd = hasHead ? headStart + "</head>".length : headStart;
  // The last one is the document's own: what follows is no user's text. No join: it would copy.
  const end = lacksBody ? html.length : html.lastIndexOf(tags.has("body") ? "</body>" : "</html>");
  const out = html.slice(0, headStart) + (hasHead ? "" : `<head><meta charset="utf-8">`) +
    `${preloads}</head>` + (lacksBody ? "<body>" : "") + html.slice(headEnd, end) + scripts +
    (lacksBody ? "</body>" : "") + html.slice(end);
  return "<!DOCTYPE html>" + (hasHtml ? out : `<html>${out}</html>`);
}
