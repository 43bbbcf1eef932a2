import type { Log } from "@/lib/tools/log.ts";
import type { AppCalls } from "./app_calls.ts";
import type { Auth } from "./auth/auth.ts";
import type { Background } from "./background.ts";
import type { GatewayConfig } from "./config.ts";
import type { Entrance } from "./entrance.ts";
import type { Assets } from "./http/assets.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { GatewayDatabase } from "./storage/database.ts";

/** Services of the gateway's process. */
export interface Gateway {
  config: GatewayConfig;
  log: Log;
  database: GatewayDatabase;
  app: AppCalls;
  auth: Auth;
  entrance: Entrance;
  /** Null without an SMTP server: there are no codes then. */
  mailer: Mailer | null;
  background: Background;
  assets: Assets;
}
