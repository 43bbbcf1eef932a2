import type { MetaHandlers } from "@/lib/channels/handlers.ts";
import { editMessage } from "@/lib/crm/contacts/conversation/meta/edit.ts";
import { findPeople } from "@/lib/crm/contacts/conversation/meta/find.ts";
import { hearPerson } from "@/lib/crm/contacts/conversation/meta/hear_person.ts";
import { joinIds, tellSource } from "@/lib/crm/contacts/conversation/meta/join_ids.ts";
import { reactTo } from "@/lib/crm/contacts/conversation/meta/react.ts";
import { takeBack } from "@/lib/crm/contacts/conversation/meta/take_back.ts";
import { findByKeys } from "@/lib/crm/contacts/conversation/sending/find_sent.ts";
import { noteEcho } from "@/lib/crm/contacts/conversation/sending/note_echo.ts";
import { noteReceipts } from "@/lib/crm/contacts/conversation/sending/note_receipts.ts";

export const metaHandlers: MetaHandlers = {
  edit: editMessage,
  takeBack,
  react: reactTo,
  joinIds,
  tellSource,
  hearPerson,
  findByKeys,
  findPeople,
  noteReceipts,
  noteEcho,
};
