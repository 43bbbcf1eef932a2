import { parseEvent, type ParseJob } from "@/lib/channels/in/parse.ts";
import { serveJobs } from "@/lib/work/thread.ts";

/** The thread of lib/channels/in/reading.ts. */
serveJobs((job: ParseJob) => parseEvent(job));
