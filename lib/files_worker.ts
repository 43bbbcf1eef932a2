import process from "node:process";
import { serveJobs } from "@/lib/work/thread.ts";

// A package below file-type lists the whole environment as it loads, which nothing here may.
Object.defineProperty(process, "env", { value: {} });
const sniffer = import("@/lib/files/sniff.ts");

/** The thread of lib/files/file_store.ts. */
serveJobs(async (head: Uint8Array) => (await sniffer).typeOf(head));
