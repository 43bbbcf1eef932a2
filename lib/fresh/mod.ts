// The part of Fresh 2 that this app uses; the import map can put the real one in its place.
export { App } from "./app.ts";
export type { Context, ResolvedFreshConfig } from "./context.ts";
export { csp, type CSPOptions } from "./csp.ts";
export { csrf, type CsrfOptions } from "./csrf.ts";
export { createDefine, type Define } from "./define.ts";
export { HttpError } from "./error.ts";
export type { ListenOptions } from "./http.ts";
export {
  type HandlerByMethod,
  type HandlerFn,
  type LayoutConfig,
  type Method,
  type Middleware,
  page,
  type PageProps,
  type PageResponse,
  type Route,
  type RouteConfig,
  type RouteData,
  type RouteHandler,
} from "./route.ts";
export { staticFiles } from "./static_files.ts";
