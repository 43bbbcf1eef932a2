// From the files below `routes/` to routes and what surrounds them.
import type { Plan } from "./app.ts";
import type { RouteFile, RouteModule } from "./build.ts";
import {
  answer,
  type AnyComponent,
  type AnyRoute,
  type LayoutConfig,
  METHODS,
  type Middleware,
  type RouteConfig,
  type RouteHandler,
  type Step,
} from "./route.ts";

const SPECIAL = ["_app", "_layout", "_middleware", "_error", "_404"];

export function fileRoutes(plan: Plan) {
  const files = plan.build?.routes ?? [];
  for (const file of files.filter(isSpecial)) addSpecial(plan, file);
  const routes = files.filter((file) => !isSpecial(file))
    .map((file) => ({ file, pattern: patternOf(file.id) }))
    .map((route) => ({ ...route, rank: rank(route.pattern) }))
    .toSorted((a, b) => a.rank < b.rank ? -1 : 1);
  for (const { file, pattern } of routes) {
    plan.add(METHODS, pattern, [loading(file)], scopeOf(file.id));
  }
}

/** Answers with the route of a file, which is loaded at its first request. */
function loading({ id, load }: RouteFile): Step {
  let loaded: Promise<RouteModule> | undefined;
  return async (ctx) => {
    loaded ??= load();
    loaded.catch(() => loaded = undefined);
    return await answer(ctx, routeOf(id, await loaded));
  };
}

/** Reports whether the file surrounds routes; such files are loaded before the first request. */
export function isSpecial({ id }: Pick<RouteFile, "id">): boolean {
  return SPECIAL.includes(id.slice(id.lastIndexOf("/") + 1));
}

/** The pattern that follows from a file's path: `/blog/[id]` gives `/blog/:id`. */
export function patternOf(id: string): string {
  const segments = id.split("/").filter((segment) => segment && !isGroup(segment));
  if (segments.at(-1) === "index") segments.pop();
  return segments.map(toPattern).join("") || "/";
}

function toPattern(segment: string): string {
  return "/" + segment.replace(/^\[\.\.\.(\w+)\]$/, ":$1*").replace(/\[(\w+)\]/g, ":$1");
}

function isGroup(segment: string): boolean {
  return segment.startsWith("(") && segment.endsWith(")");
}

/** A file's folder, with its groups, as a pattern. */
function scopeOf(id: string): string {
  const segments = id.split("/").filter((segment) => segment && segment !== "index");
  return segments.map((part) => isGroup(part) ? `/${part}` : toPattern(part)).join("");
}

// A segment's kind comes first, so that fixed text beats a parameter, and that one a rest.
function rank(pattern: string): string {
  return pattern.split("/").slice(1).map((segment) => {
    if (segment.endsWith("*")) return `3${segment}`;
    if (segment.startsWith(":")) return `2${segment}`;
    return `${segment.includes(":") ? 1 : 0}${segment}`;
  }).join("/");
}

function routeOf(id: string, module: RouteModule): AnyRoute {
  const handler = (module.handlers ?? module.handler) as RouteHandler<unknown, unknown> | undefined;
  const component = module.default as AnyComponent | undefined;
  if (!handler && !component) {
    throw new Error(`routes${id} has no relevant exports: a component or a handler`);
  }
  if (typeof handler === "function" && handler.length > 1) {
    throw new Error(`The handler of routes${id} takes one parameter, the context`);
  }
  return { component, handler, config: module.config as RouteConfig | undefined };
}

function addSpecial({ scopes }: Plan, { id, module = {} }: RouteFile) {
  const at = id.lastIndexOf("/");
  const scope = scopes.at(scopeOf(id.slice(0, at)));
  const component = module.default as AnyComponent;
  switch (id.slice(at + 1)) {
    case "_app":
      scopes.app = component;
      break;
    case "_layout":
      scope.layout = { component, config: (module.config ?? {}) as LayoutConfig };
      break;
    case "_middleware":
      scope.middlewares.push(...middlewaresOf(id, module));
      break;
    case "_error":
      scope.errorRoute = routeOf(id, module);
      break;
    case "_404":
      scopes.notFound = routeOf(id, module);
  }
}

function middlewaresOf(id: string, module: RouteModule): Middleware<unknown>[] {
  const exported = module.handlers ?? module.handler ?? module.default;
  if (Array.isArray(exported)) return exported;
  if (typeof exported === "function") return [exported as Middleware<unknown>];
  console.warn(`routes${id} has no middleware: a function, or an array of them`);
  return [];
}
