import { createApp } from "@/app.ts";
import { readConfig } from "@/lib/service/config.ts";
import { createLog } from "@/lib/tools/log.ts";
import { openServices } from "@/lib/service/open_services.ts";
import { startWork } from "@/lib/service/start_work.ts";

const config = readConfig();
const opened = await openServices(config, createLog(config.logLevel));
startWork(opened.services, opened.queue);

export const { services, drain, close } = opened;
/** The app; the built server (_fresh/server.js) takes it from here. */
export const app = createApp(services);
