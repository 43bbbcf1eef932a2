import type { Generated } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";

export interface Place {
  /** System identifier of the server, and object id of the database in it. */
  server: string;
  database: string;
  folder: string | null;
  hosts: string[];
}

export interface Installation {
  only_row: Generated<boolean>;
  xid_offset: Generated<number>;
  xid_seen: Generated<number>;
  cluster: string | null;
  vapid_public_key: string | null;
  vapid_private_key: Json<JsonWebKey> | null;
  held_since: Date | null;
  held_reason: string | null;
  place: Json<Place> | null;
  /** The migration that a version must know at least. */
  oldest: Generated<string>;
}

export interface Alerts {
  name: string;
  subject: string;
  class: string;
  facts: Json<Record<string, string | number>>;
  since: Date;
  began_at: Date | null;
  cleared_at: Date | null;
  ended_at: Date | null;
  mailed_at: Date | null;
  noticed_at: Date | null;
}

export interface AlertLooks {
  only_row: Generated<boolean>;
  looked_at: Date | null;
  telling_until: Date | null;
  mailed: DefaultJson<string[]>;
  noticed: DefaultJson<string[]>;
  standbys: Generated<number>;
  standbys_at: Generated<Date>;
}

export interface Growth {
  only_row: Generated<boolean>;
  read_at: Date | null;
  most_records: Generated<number>;
  tables: DefaultJson<unknown[]>;
  companies: DefaultJson<unknown[]>;
}

export interface Instances {
  id: string;
  version: string;
  build: string;
  started_at: Date;
  seen_at: Generated<Date>;
  stuck: DefaultJson<string[]>;
}

export interface JobLeases {
  name: string;
  holder: string;
  until: Date;
}

export interface JobEnds {
  name: string;
  ended_at: Date;
}
