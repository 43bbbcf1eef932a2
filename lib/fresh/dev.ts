// The build step and development server, for an app's `dev.ts`.
export { Builder, type BuildOptions } from "./build/builder.ts";
export type { OnTransformArgs, OnTransformOptions, TransformFn } from "./build/transform.ts";
