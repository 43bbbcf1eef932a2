import type { ComponentChildren } from "preact";
import type { Middleware, PageProps, RouteData, RouteHandler } from "./route.ts";

type Rendered = ComponentChildren | Response | Promise<ComponentChildren | Response>;
type DataOf<Handler> = [Handler] extends [never] ? unknown : RouteData<Handler>;

export interface Define<State> {
  handlers<Handler extends RouteHandler<unknown, State>>(
    handler: Handler,
  ): Handler;
  /** A page; `define.page<typeof handlers>` takes its data from the handlers. */
  page<Handler = never>(
    render: (props: PageProps<DataOf<Handler>, State>) => Rendered,
  ): typeof render;
  layout(render: (props: PageProps<never, State>) => Rendered): typeof render;
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): M;
}

/** Types handlers, pages, layouts and middlewares by the app's state; does nothing at run time. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handler) => handler,
    page: (render) => render,
    layout: (render) => render,
    middleware: (middleware) => middleware,
  };
}
