import type { MailOf } from "@/lib/privacy/mails.ts";

export interface Persons {
  contacts: number[];
  clients: number[];
}

/** Ids of all records of some persons. */
export interface Records extends Persons {
  opportunities: number[];
  quotes: number[];
  sales: number[];
  tasks: number[];
  events: number[];
}

/** The same, and addresses that programs may have written to. */
export interface Scope extends Records {
  addresses: string[];
  mails: MailOf[];
}
