// What `dev.ts` of an app uses: the build step and the development server.
export { Builder, type BuildOptions } from "./builder.ts";
export type { OnTransformArgs, OnTransformOptions, TransformFn } from "./transform.ts";
