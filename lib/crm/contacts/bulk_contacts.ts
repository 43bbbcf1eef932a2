import { sql } from "kysely";
import * as z from "zod";
import { type ListQuery, listSchema } from "@/lib/input/list.ts";
import { contactList, type ContactStatus, contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { tellOfReleased } from "@/lib/crm/contacts/held/release.ts";
import { checkMove, contactListing } from "@/lib/crm/contacts/contacts.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkNoun, BulkVerb } from "@/lib/records/bulk/bulk_noun.ts";
import { assign, changeTags, runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";
import { leaveTaken } from "@/lib/records/bulk/taken.ts";

export const contactBulk = bulkSchema(
  listSchema(contactList),
  {
    ...bulkVerbs.assign,
    status: z.enum(contactStatuses).meta({
      description: "Status that the contacts get, if they may go to it.",
    }),
    ...bulkVerbs.tag,
    archive: z.literal(true).meta({ description: "The same as `status` `archived`." }),
    release: z.literal(true).meta({ description: "Releases what is held, to the inbox." }),
    ...bulkVerbs.trash,
  },
  "ContactBulk",
);

export async function changeContacts(call: BulkCall, body: BulkBody) {
  return await runBulk(call, contacts, body);
}

const contacts: BulkNoun = {
  noun: "contact",
  columns: ["status", "assignee_id", "tags", "converted_client_id", "held"],
  about: ({ id, was }, { deleted_at }) => ({
    subject: { contact_id: id },
    clientId: deleted_at ? null : was.converted_client_id,
  }),
  listing: ({ trx, now }, filter: ListQuery) => contactListing(trx, filter, now),
  verbs: {
    assignee_id: assign,
    status: (_, status: ContactStatus) => setStatus(status),
    tags: changeTags,
    archive: () => setStatus("archived"),
    release,
    trash,
  },
  undo: (call) =>
    leaveTaken(call, "contact", {
      field: "channel_contact_id",
      same: sql`other.channel = t.channel and other.channel_contact_id = t.channel_contact_id`,
    }),
};

function release({ trx, member }: BulkCall): BulkVerb {
  return {
    values: () => ({ held: false }),
    tell: (_, changes) => ({ verb: "released", changes }),
    after: (changed) => tellOfReleased(trx, member, changed.map(({ id }) => id)),
  };
}

function setStatus(status: ContactStatus): BulkVerb {
  return {
    values({ was }) {
      checkMove(was.status, status);
      return { status };
    },
  };
}
