// The build step and development server, for an app's `dev.ts`.
export { Builder, type BuildOptions } from "./builder.ts";
export type { OnTransformArgs, OnTransformOptions, TransformFn } from "./transform.ts";
