import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { StrangerRules } from "@/lib/notify/sending/fallback/strangers.ts";

/** A mail in place of a notification. */
export interface FallbackMail {
  notificationId: string;
  /** Name of who asks. */
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** Registered where services are opened: this folder imports no account. */
export interface Fallbacks extends StrangerRules {
  publicUrl: string;
  /** Reports whether a mail could be sent. */
  canSend(trx: Trx, tenant: Tenant): Promise<boolean>;
  /** Sends in the transaction, by the company's e-mail account. @returns false where it has none */
  send(trx: Trx, tenant: Tenant, mail: FallbackMail): Promise<boolean>;
}
