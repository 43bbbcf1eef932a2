import process from "node:process";
import type { ParseJob } from "@/lib/channels/in/parse.ts";
import { serveJobs } from "@/lib/work/thread.ts";

// As in files_worker.ts: the same package is below what reads mail.
Object.defineProperty(process, "env", { value: {} });
const parser = import("@/lib/channels/in/parse.ts");

/** The thread of lib/channels/in/reading.ts. */
serveJobs(async (job: ParseJob) => (await parser).parseEvent(job));
