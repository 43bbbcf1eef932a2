import deno from "@/deno.json" with { type: "json" };

/** The running version, as callbacks and the OpenAPI document state it. */
export const version: string = deno.version;
