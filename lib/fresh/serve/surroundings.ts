import type { Build } from "./build.ts";
import type { AnyComponent } from "./route.ts";

export interface Surroundings {
  app: AnyComponent | null;
  layouts: AnyComponent[];
  skipApp: boolean;
  build: Build | null;
}

/** Reaches a context's {@linkcode Surroundings}; the app has no use for them. */
export const surroundings = Symbol("surroundings");
