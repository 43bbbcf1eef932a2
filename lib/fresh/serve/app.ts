// The app: what is registered, in the order it was registered.
import { type Build, buildOf } from "./build.ts";
import { Context, type ResolvedFreshConfig } from "./context.ts";
import { HttpError } from "./error.ts";
import { fileRoutes } from "./file_routes.ts";
import { defaultResponse, INFO_STUB, type ListenOptions, serve, urlOf } from "./http.ts";
import {
  answer,
  type AnyComponent,
  type AnyRoute,
  type LayoutConfig,
  type Method,
  METHODS,
  methodsOf,
  type Middleware,
  type Route,
  type RouteComponent,
  type Step,
} from "./route.ts";
import { type Match, Router } from "./router.ts";
import { runSteps, Scopes } from "./scopes.ts";

export interface Plan {
  scopes: Scopes;
  build: Build | null;
  /** Registers steps for `pattern`, covered by all that `scope` lies in. */
  add(methods: Method[], pattern: string, steps: Step[], scope?: string): void;
}

export type Handler = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** A web app: middlewares, routes and pages. Each method returns the app. */
export class App<State> {
  readonly config: ResolvedFreshConfig = {
    root: ".",
    basePath: "",
    mode: "production",
    trustProxy: false,
  };
  #registrations: ((plan: Plan) => unknown)[] = [];
  #hasNotFound = false;

  use(...middlewares: Middleware<State>[]): this;
  use(path: string, ...middlewares: Middleware<State>[]): this;
  use(...args: (string | Middleware<State>)[]): this {
    const path = typeof args[0] === "string" ? args.shift() as string : "/";
    return this.#register(({ scopes }) => scopes.at(path).middlewares.push(...args as Step[]));
  }

  /** Answers GET, and HEAD with it. */
  readonly get = this.#answering(["GET"]);
  readonly post = this.#answering(["POST"]);
  readonly put = this.#answering(["PUT"]);
  readonly patch = this.#answering(["PATCH"]);
  readonly delete = this.#answering(["DELETE"]);
  readonly all = this.#answering(METHODS);

  /** Registers a component, a handler, or both. */
  route(path: string, route: Route<State>): this {
    const step: Step = (ctx) => answer(ctx, route);
    return this.#register(({ add }) => add(methodsOf(route), path, [step]));
  }

  fsRoutes(): this {
    return this.#register(fileRoutes);
  }

  appWrapper(component: RouteComponent<never, State>): this {
    return this.#register(({ scopes }) => scopes.app = component as AnyComponent);
  }

  layout(path: string, component: RouteComponent<never, State>, config: LayoutConfig = {}): this {
    return this.#register(({ scopes }) =>
      scopes.at(path).layout = { component: component as AnyComponent, config }
    );
  }

  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#register(({ scopes }) => scopes.at(path).errorRoute = route as AnyRoute | Step);
  }

  notFound(route: Route<State> | Middleware<State>): this {
    this.#hasNotFound = true;
    return this.#register(({ scopes }) => scopes.notFound = route as AnyRoute | Step);
  }

  /** Makes a handler of what is registered by now. */
  handler(): Handler {
    const build = buildOf(this);
    const scopes = new Scopes(this.#hasNotFound);
    const router = new Router<Step[]>();
    const { config } = this;
    const add: Plan["add"] = (methods, pattern, steps, scope = pattern) =>
      router.add(methods, pattern, [...scopes.stepsTo(scope), ...steps]);
    for (const register of this.#registrations) register({ scopes, build, add });
    const outside = scopes.stepsTo("/");

    return async (req, info = INFO_STUB) => {
      const url = urlOf(req);
      const match = router.find(url.pathname);
      const { pattern: route = null, params = {} } = match ?? {};
      const ctx = new Context<State>({ req, url, info, config, route, params, build });
      const steps = stepsFor(match, req.method) ?? [...outside, unmatched(match)];
      const response = await runSteps(ctx, steps).catch(defaultResponse);
      if (req.method !== "HEAD") return response;
      await response.body?.cancel();
      return new Response(null, response);
    };
  }

  /** Without a port, on the first free one from 8000 to 8019. */
  async listen(options: ListenOptions = {}): Promise<void> {
    await serve(this.handler(), options);
  }

  #answering(methods: Method[]) {
    return (path: string, ...handlers: Middleware<State>[]): this =>
      this.#register(({ add }) => add(methods, path, handlers as Step[]));
  }

  #register(registration: (plan: Plan) => unknown): this {
    this.#registrations.push(registration);
    return this;
  }
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
