// The part of Fresh 2 that this app uses; the import map can put the real one in its place.
export { App } from "./serve/app.ts";
export type { Context, ResolvedFreshConfig } from "./serve/context.ts";
export { csp, type CSPOptions } from "./serve/csp.ts";
export { csrf, type CsrfOptions } from "./serve/csrf.ts";
export { createDefine, type Define } from "./serve/define.ts";
export { HttpError } from "./serve/error.ts";
export type { ListenOptions } from "./serve/http.ts";
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
} from "./serve/route.ts";
export { staticFiles } from "./serve/static_files.ts";
