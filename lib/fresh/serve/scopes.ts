// The tree of path segments that middlewares, layouts and error routes are attached to.
import { surroundings } from "./context.ts";
import { HttpError } from "./error.ts";
import {
  answer,
  type AnyComponent,
  type AnyContext,
  type AnyRoute,
  type LayoutConfig,
  type Step,
  takesMethod,
} from "./route.ts";

interface Scope {
  middlewares: Step[];
  layout?: { component: AnyComponent; config: LayoutConfig };
  errorRoute?: AnyRoute | Step;
  children: Map<string, Scope>;
}

export class Scopes {
  #root: Scope = newScope();
  app: AnyComponent | null = null;
  /** Answers every 404, wherever it comes from. */
  notFound: AnyRoute | Step | null = null;

  /** @param willFindNothing whether `notFound` is set later */
  constructor(private readonly willFindNothing = false) {}

  /** The scope of `path`, by its text; `*` and `/` are the root. */
  at(path: string): Scope {
    return this.#walk(path).at(-1)!;
  }

  stepsTo(path: string): Step[] {
    const [root, ...inner] = this.#walk(path);
    return [
      this.#enter(root!, { app: this.app }),
      ...root!.middlewares,
      ...inner.flatMap((scope) => [
        ...(scope.layout || scope.errorRoute || this.notFound || this.willFindNothing
          ? [this.#enter(scope)]
          : []),
        ...scope.middlewares,
      ]),
    ];
  }

  #walk(path: string): Scope[] {
    const scopes = [this.#root];
    for (const segment of segmentsOf(path)) {
      const { children } = scopes.at(-1)!;
      if (!children.has(segment)) children.set(segment, newScope());
      scopes.push(children.get(segment)!);
    }
    return scopes;
  }

  /** Adds the scope's layout on the way in, and catches what is thrown on the way out. */
  #enter({ layout, errorRoute }: Scope, around: { app?: AnyComponent | null } = {}): Step {
    return async (ctx) => {
      ctx[surroundings] = { ...ctx[surroundings], ...around };
      if (layout) addLayout(ctx, layout);
      try {
        return await ctx.next();
      } catch (error) {
        const status = error instanceof HttpError ? error.status : 500;
        // A page for what is not found answers 200 unless its handler says otherwise, as in Fresh.
        if (status === 404 && this.notFound) return await answerError(ctx, this.notFound, 200);
        if (!errorRoute) throw error;
        // One that does not take the method must not turn what was thrown into "not found".
        if (typeof errorRoute !== "function" && !takesMethod(errorRoute, ctx.req.method)) {
          throw error;
        }
        return await answerError(ctx, errorRoute, status);
      }
    };
  }
}

function newScope(): Scope {
  return { middlewares: [], children: new Map() };
}

function segmentsOf(path: string): string[] {
  if (path === "*" || path === "/*") return [];
  return path.replace(/\{[^}]*\}\?/g, "").split("/").filter((segment) => segment !== "");
}

function addLayout(ctx: AnyContext, { component, config }: NonNullable<Scope["layout"]>) {
  const around = ctx[surroundings];
  const outer = config.skipInheritedLayouts ? [] : around.layouts;
  const skipApp = around.skipApp || (config.skipAppWrapper ?? false);
  ctx[surroundings] = { ...around, layouts: [...outer, component], skipApp };
}

async function answerError(ctx: AnyContext, route: AnyRoute | Step, status: number) {
  return typeof route === "function" ? await route(ctx) : await answer(ctx, route, status);
}

/** A step's changes in a page's surroundings end with it: outer error pages have their own. */
export async function runSteps(ctx: AnyContext, steps: Step[], index = 0): Promise<Response> {
  const step = steps[index];
  if (!step) throw new HttpError(404);
  ctx.next = () => runSteps(ctx, steps, index + 1);
  const around = ctx[surroundings];
  try {
    const result: unknown = await step(ctx);
    if (result instanceof Response) return result;
    throw new Error("A handler or middleware has to return a Response");
  } catch (error) {
    ctx.error = error;
    throw error;
  } finally {
    ctx[surroundings] = around;
  }
}
