// The app: what is registered, in the order it was registered.
import { buildOf } from "./build.ts";
import type { Build } from "./build.ts";
import { Context, type ResolvedFreshConfig } from "./context.ts";
import { HttpError } from "./error.ts";
import { fileRoutes } from "./file_routes.ts";
import { defaultResponse, INFO_STUB, type ListenOptions, serve, urlOf } from "./http.ts";
import {
  answer,
  type AnyComponent,
  type AnyRoute,
  type LayoutConfig,
  type Lazy,
  type Method,
  METHODS,
  methodsOf,
  type Middleware,
  type Route,
  type RouteComponent,
  type RouteConfig,
  type Step,
} from "./route.ts";
import { type Match, Router } from "./router.ts";
import { runSteps, Scopes } from "./scopes.ts";

/** Options of an {@linkcode App}. */
export type FreshConfig = Partial<Omit<ResolvedFreshConfig, "root">>;

/** Where routes and what surrounds them are collected while a handler is made. */
export interface Plan {
  scopes: Scopes;
  build: Build | null;
  /** Registers steps for `pattern`, covered by all that `scope` lies in. */
  add(methods: Method[], pattern: string, steps: Step[], scope?: string): void;
}

/** Answers a request. */
export type Handler = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** A web app: middlewares, routes and pages. Each method returns the app. */
export class App<State> {
  readonly config: ResolvedFreshConfig;
  #registrations: ((plan: Plan) => void)[] = [];

  constructor(config: FreshConfig = {}) {
    const { basePath = "", mode = "production", trustProxy = false } = config;
    this.config = { root: ".", basePath, mode, trustProxy };
  }

  /** Adds middlewares for all routes that are registered later. */
  use(...middlewares: Middleware<State>[]): this;
  /** Adds middlewares for `path` and below. */
  use(path: string, ...middlewares: Middleware<State>[]): this;
  use(...args: (string | Middleware<State>)[]): this {
    const path = typeof args[0] === "string" ? args.shift() as string : "/";
    return this.#register(({ scopes }) => scopes.at(path).middlewares.push(...args as Step[]));
  }

  /** Answers GET, and HEAD where it has no handler of its own. */
  get(path: string, ...handlers: Middleware<State>[]): this {
    return this.#method(["GET"], path, handlers);
  }
  /** Answers POST. */
  post(path: string, ...handlers: Middleware<State>[]): this {
    return this.#method(["POST"], path, handlers);
  }
  /** Answers PUT. */
  put(path: string, ...handlers: Middleware<State>[]): this {
    return this.#method(["PUT"], path, handlers);
  }
  /** Answers PATCH. */
  patch(path: string, ...handlers: Middleware<State>[]): this {
    return this.#method(["PATCH"], path, handlers);
  }
  /** Answers DELETE. */
  delete(path: string, ...handlers: Middleware<State>[]): this {
    return this.#method(["DELETE"], path, handlers);
  }
  /** Answers every method. */
  all(path: string, ...handlers: Middleware<State>[]): this {
    return this.#method(METHODS, path, handlers);
  }

  /** Registers a component, a handler, or both; a function loads them at the first request. */
  route(path: string, route: Route<State> | Lazy<Route<State>>, config?: RouteConfig): this {
    return this.#register((plan) => addRoute(plan, { pattern: path, route, config }));
  }

  /** Puts the routes of the files below `routes/` here. */
  fsRoutes(path = ""): this {
    const prefix = path === "*" ? "" : path.replace(/\/(\*)?$/, "");
    return this.#register((plan) => fileRoutes(plan, prefix));
  }

  /** Sets the outer document of all pages. */
  appWrapper(component: RouteComponent<never, State>): this {
    return this.#register(({ scopes }) => {
      scopes.app = component as AnyComponent;
    });
  }

  /** Wraps the pages at `path` and below. */
  layout(path: string, component: RouteComponent<never, State>, config: LayoutConfig = {}): this {
    return this.#register(({ scopes }) => {
      scopes.at(path).layout = { component: component as AnyComponent, config };
    });
  }

  /** Answers what is thrown at `path` and below. */
  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#register(({ scopes }) => {
      scopes.at(path).errorRoute = route as AnyRoute | Step;
    });
  }

  /** Answers every 404. */
  notFound(route: Route<State> | Middleware<State>): this {
    return this.#register(({ scopes }) => {
      scopes.notFound = route as AnyRoute | Step;
    });
  }

  /** Makes a handler of what is registered by now. */
  handler(): Handler {
    const build = buildOf(this);
    const scopes = new Scopes();
    const router = new Router<Step[]>();
    const { config } = this;
    const add: Plan["add"] = (methods, pattern, steps, scope = pattern) =>
      router.add(methods, config.basePath + pattern, [...scopes.stepsTo(scope), ...steps]);
    for (const register of this.#registrations) register({ scopes, build, add });
    const outside = scopes.stepsTo("/");

    return async (req, info = INFO_STUB) => {
      const url = urlOf(req, config);
      const match = router.find(url.pathname);
      const { pattern: route = null, params = {} } = match ?? {};
      const ctx = new Context<State>({ req, url, info, config, route, params, build });
      const steps = stepsFor(match, req.method) ?? [...outside, unmatched(match)];
      const response = await runSteps(ctx, steps).catch(defaultResponse);
      return req.method === "HEAD" ? new Response(null, response) : response;
    };
  }

  /** Serves the app; without a port, on the first free one from 8000 to 8019. */
  async listen(options: ListenOptions = {}): Promise<void> {
    await serve(this.handler(), this.config.basePath, options);
  }

  #method(methods: Method[], path: string, handlers: Middleware<State>[]): this {
    return this.#register(({ add }) => add(methods, path, handlers as Step[]));
  }

  #register(registration: (plan: Plan) => void): this {
    this.#registrations.push(registration);
    return this;
  }
}

/** A route and where it belongs. */
export interface Registration {
  pattern: string;
  route: AnyRoute | Lazy<AnyRoute>;
  config?: RouteConfig;
  /** Where it lies, if that is not what its pattern says. */
  scope?: string;
}

/** Adds a route to the plan. Until it is loaded, a lazy one takes every method. */
export function addRoute(plan: Plan, { pattern, route, config, scope }: Registration) {
  if (typeof route !== "function") {
    return plan.add(methodsOf(route), pattern, [(ctx) => answer(ctx, route)], scope);
  }
  let loading: Promise<AnyRoute> | undefined;
  const load = async (ctx: Parameters<Step>[0]) => {
    loading ??= route();
    loading.catch(() => loading = undefined);
    const loaded = await loading;
    return await answer(ctx, config ? { ...loaded, config } : loaded);
  };
  plan.add(config?.methods ?? METHODS, pattern, [load], scope);
}

function stepsFor(match: Match<Step[]> | null, method: string): Step[] | undefined {
  return match?.methods.get(method as Method) ??
    (method === "HEAD" ? match?.methods.get("GET") : undefined);
}

function unmatched(match: Match<Step[]> | null): Step {
  return ({ req }) => {
    if (!match) throw new HttpError(404);
    if (req.method === "OPTIONS") {
      const allow = [...match.methods.keys()].join(", ");
      return new Response(null, { status: 204, headers: { allow } });
    }
    if (METHODS.includes(req.method as Method)) throw new HttpError(405);
    throw new Error(`Unknown method ${req.method}`);
  };
}
