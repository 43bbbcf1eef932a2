/** Messages of conversations; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { Json } from "@/lib/db/json.ts";
import type { Address, MailFacts } from "@/lib/db/tables/channels.ts";
import type { MessagePart, MessageTemplate, Reaction, Wording } from "@/lib/db/tables/meta.ts";
import type { Content, Source } from "@/lib/values/message_content.ts";

export interface ContactMessages {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  contact_id: number;
  direction: "in" | "out" | "note";
  channel: "web" | "whatsapp" | "instagram" | "facebook" | "phone" | "referral" | "other";
  body: string;
  external_id: string | null;
  author_id: number | null;
  sent_at: Generated<Date>;
  meta: Json<unknown> | null;
  via_id: number | null;
  sender: Json<Address> | null;
  recipient: Json<Address> | null;
  subject: string | null;
  html: string | null;
  quoted: string | null;
  mail: Json<MailFacts> | null;
  quote_id: number | null;
  answers_key: string | null;
  content: Json<Content> | null;
  source: Json<Source> | null;
  reactions: Json<Reaction[]> | null;
  edited_at: Date | null;
  edit_number: number | null;
  earlier: Json<Wording[]> | null;
  unsent_at: Date | null;
  template: Json<MessageTemplate> | null;
  part: Json<MessagePart> | null;
}
