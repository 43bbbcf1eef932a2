import { typeOf } from "@/lib/files/sniff.ts";
import { serveJobs } from "@/lib/work/thread.ts";

/** The thread of lib/files/file_store.ts. */
serveJobs((head: Uint8Array) => typeOf(head));
