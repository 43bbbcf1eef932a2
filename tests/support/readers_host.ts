/** Starts readers for an app under test, in the folder that is named, until the app is gone. */
import { resolve } from "node:path";
import { hostReaders } from "@/lib/launch/readers.ts";
import { orphaned } from "@/lib/launch/orphaned.ts";

const [folder] = Deno.args;
const host = await hostReaders(resolve(import.meta.dirname!, "../.."), folder);
await orphaned();
await host.close();
