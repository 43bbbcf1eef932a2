// From the files below `routes/` to routes and what surrounds them.
import { addRoute, type Plan } from "./app.ts";
import type { RouteFile, RouteModule } from "./build.ts";
import type {
  AnyComponent,
  AnyRoute,
  LayoutConfig,
  Middleware,
  RouteConfig,
  RouteHandler,
} from "./route.ts";

/** Names of files that surround routes, or answer where none does. */
const SPECIAL = ["_app", "_layout", "_middleware", "_error", "_500", "_404"];

/** Adds the build's file routes to the plan, below `prefix`. */
export function fileRoutes(plan: Plan, prefix: string) {
  const files = plan.build?.routes ?? [];
  for (const file of files.filter(isSpecial)) addSpecial(plan, prefix, file);
  const routes = files.filter((file) => !isSpecial(file))
    .map((file) => ({ file, pattern: patternOf(file.id) }))
    .toSorted((a, b) => comparePatterns(a.pattern, b.pattern));
  for (const { file, pattern } of routes) addFile(plan, prefix, file, pattern);
}

/** Whether the file surrounds routes; such files are loaded before the first request. */
export function isSpecial({ id }: RouteFile): boolean {
  return SPECIAL.includes(id.slice(id.lastIndexOf("/") + 1));
}

/**
 * The pattern that follows from a file's path: `/blog/[id]` gives `/blog/:id`.
 *
 * @throws {Error} if parameters touch, or an optional one is only part of a segment
 */
export function patternOf(id: string): string {
  const segments = id.split("/").filter((segment) => segment && !isGroup(segment));
  if (segments.at(-1) === "index") segments.pop();
  return segments.map(toPattern).join("") || "/";
}

function toPattern(segment: string): string {
  const optional = /^\[\[(\w+)\]\]$/.exec(segment);
  if (optional) return `{/:${optional[1]}}?`;
  const rest = /^\[\.\.\.(\w+)\]$/.exec(segment);
  if (rest) return `/:${rest[1]}*`;
  if (segment.includes("][") || segment.includes("[[")) {
    throw new Error(`Not a name for a route file: "${segment}"`);
  }
  return "/" + segment.replace(/\[(\w+)\]/g, ":$1");
}

function isGroup(segment: string): boolean {
  return segment.startsWith("(") && segment.endsWith(")");
}

/** Where a file lies, groups included, in the words of patterns. */
function scopeOf(prefix: string, id: string): string {
  const segments = id.split("/").filter((segment) => segment && segment !== "index");
  return prefix + segments.map((part) => isGroup(part) ? `/${part}` : toPattern(part)).join("");
}

/** Sorts the more specific pattern first. */
function comparePatterns(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

// A segment's kind comes first, so that fixed text beats a parameter, and that one a rest.
function rank(pattern: string): string {
  return pattern.replaceAll("{/", "/{").split("/").slice(1).map((segment) => {
    if (segment.endsWith("*")) return `4${segment}`;
    if (segment.startsWith("{")) return `3${segment}`;
    if (segment.startsWith(":")) return `2${segment}`;
    return `${segment.includes(":") ? 1 : 0}${segment}`;
  }).join("/");
}

function addFile(plan: Plan, prefix: string, file: RouteFile, pattern: string) {
  const { id, module, load } = file;
  const route = module ? routeOf(id, module) : async () => routeOf(id, await load!());
  const override = typeof route === "function" ? undefined : route.config?.routeOverride;
  addRoute(plan, {
    pattern: prefix && (override ?? pattern) === "/" ? prefix : prefix + (override ?? pattern),
    route,
    scope: scopeOf(prefix, id),
  });
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

function addSpecial({ scopes }: Plan, prefix: string, { id, module }: RouteFile) {
  const at = id.lastIndexOf("/");
  const name = id.slice(at + 1);
  const folder = scopeOf(prefix, id.slice(0, at));
  if (name === "_middleware") {
    scopes.at(folder).middlewares.push(...middlewaresOf(id, module!));
  } else if (name === "_layout") {
    const config = (module!.config ?? {}) as LayoutConfig;
    scopes.at(folder).layout = { component: module!.default as AnyComponent, config };
  } else if (name === "_app") {
    scopes.app = module!.default as AnyComponent;
  } else if (name === "_404") {
    scopes.notFound = routeOf(id, module!);
  } else {
    scopes.at(folder).errorRoute = routeOf(id, module!);
  }
}

function middlewaresOf(id: string, module: RouteModule): Middleware<unknown>[] {
  const exported = module.handlers ?? module.handler ?? module.default;
  if (Array.isArray(exported)) return exported;
  if (typeof exported === "function") return [exported as Middleware<unknown>];
  console.warn(`routes${id} has no middleware: a function, or an array of them`);
  return [];
}
