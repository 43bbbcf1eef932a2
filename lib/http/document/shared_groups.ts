import type { Schema } from "@/lib/http/document/portable.ts";
import { fieldAt } from "@/lib/http/document/shared_fields.ts";

/**
 * Components for fields that several answers have in common, by the places of those answers. What
 * an earlier group has taken is not in a later one. Bodies that are sent are closed, and a closed
 * object cannot be put together of two.
 */
const sharedGroups: Record<string, string[]> = {
  NotificationBase: [
    "NotificationRecord",
    "ShownNotification",
    "ListedNotification",
    "SentNotification",
    "PhoneNotification",
  ],
  NotificationOptions: ["NotificationRecord", "ShownNotification"],
  NotificationOrigin: ["ShownNotification", "ListedNotification"],
  QuoteBase: ["Quote", "QuoteSummary"],
  RecordBase: [
    "CalendarEvent",
    "ChannelAccount",
    "ClientRecord",
    "Company",
    "Contact",
    "Note",
    "Opportunity",
    "Product",
    "ReplyTemplate",
    "Sale",
    "Stage",
    "TaskRecord",
    "View",
  ],
  OpportunityBase: ["Opportunity", "OpportunityCard"],
  ConversationBase: ["Contact", "ConversationThread", "Conversation"],
  ConversationState: ["ConversationThread", "Conversation"],
  AnswerBase: [
    "RecipientAnswer",
    "ResponseRecord",
    "NotificationResponse",
    "SummaryAnswer",
    "PhoneResponse",
  ],
  RecipientBase: ["Recipient", "RecipientRecord"],
  CallbackBase: ["Callback", "ListedCallback", "CallbackState"],
  EmployeeBase: ["Employee", "Leaver"],
  InvitedEvent: ["MailInvitation", "FurtherInvitation"],
  CompanyBase: [
    "Company",
    "Brand",
    "OwnCompany",
    "PairedCompany",
    "HeldCompany",
  ],
  CompanyIdentity: ["Company", "Brand"],
  ApiKeyBase: ["ApiKey", "CreatedKey"],
  LineBase: ["QuoteLine", "DocumentLine"],
  AutomaticMailBase: ["AutomaticMail", "OpenedAutomaticMail"],
  OutcomeBase: ["Restored", "BulkOutcome", "UndoOutcome"],
  QuoteLinkBase: ["QuoteShare", "MadeQuoteShare"],
  AddressBase: ["ClientRecord", "DocumentClient"],
  NoteBase: ["Note", "NoteEntry"],
  EntryBase: ["ActivityEntry", "NoteEntry", "MessageEntry"],
  MessageBase: ["Message", "MessageEntry"],
  DeliveryBase: ["Delivery", "QuoteDelivery"],
  DeviceBase: ["PhoneDevice", "ListedDevice"],
  StageBase: ["Stage", "OpportunityColumn"],
  WorkBase: ["CalendarEvent", "TaskRecord"],
  QuoteSums: ["Sale", "QuoteRevision", "QuoteDocument"],
  QuoteTexts: ["Quote", "QuoteDocument"],
  QuoteCounts: ["ReportQuotes", "QuoteStats"],
  PersonBase: ["ClientRecord", "Contact"],
  TrendCounts: ["TrendTotals", "TrendMonth"],
  InvitationBase: ["Invitation", "AnsweredInvitation"],
  FileBase: ["StoredFile", "ProgramFile"],
  ImportUndoCounts: ["ImportUndoPreview", "ImportUndone"],
  UnmergedBase: ["ClientUnmerged", "ContactUnmerged"],
  PageBase: ["PageMeta", "TrashMeta"],
  ChangeBase: ["Activity", "Change"],
  ResponseBase: ["ResponseRecord", "NotificationResponse"],
};

type Schemas = Record<string, Schema>;

/** Puts what the schemas of each group have in common under its name, in place. */
export function shareGroups(schemas: Schemas): void {
  const groups = Object.entries(sharedGroups).map(([name, places]) =>
    [name, places.map((place) => fieldAt(schemas, place))] as const
  );
  for (const [name, members] of groups) {
    const parts = members.map(ownPart);
    const common = commonPart(parts);
    if (!common) throw new Error(`no fields to share as ${name}`);
    for (const part of parts) takeAway(part, common);
    for (const member of members) addBase(member, name);
    schemas[name] = common;
  }
}

/** The part of a schema that holds its own fields. */
function ownPart(schema: Schema): Schema {
  return schema.allOf?.at(-1) ?? schema;
}

function commonPart([first, ...others]: Schema[]): Schema | undefined {
  const isCommon = ([name, field]: [string, Schema]) =>
    others.every((other) =>
      JSON.stringify(other.properties?.[name]) === JSON.stringify(field) &&
      isRequired(other, name) === isRequired(first!, name)
    );
  const common = Object.entries(first?.properties ?? {}).filter(isCommon);
  if (common.length === 0) return undefined;
  const required = common.map(([name]) => name).filter((name) => isRequired(first!, name));
  return { type: "object", properties: Object.fromEntries(common), required };
}

function isRequired({ required = [] }: Schema, name: string): boolean {
  return required.includes(name);
}

function takeAway(part: Schema, { properties = {} }: Schema): void {
  for (const name of Object.keys(properties)) delete part.properties![name];
  part.required = part.required?.filter((name) => !Object.hasOwn(properties, name));
  if (part.required?.length === 0) delete part.required;
}

/** Generators read bases that stand before a part with the own fields, and nothing beside them. */
function addBase(schema: Schema, name: string): void {
  const base = { $ref: `#/components/schemas/${name}` };
  if (schema.allOf) {
    schema.allOf.splice(-1, 0, base);
    return;
  }
  const { type, properties, required } = schema;
  schema.allOf = [base, { type, properties, ...required ? { required } : {} }];
  delete schema.type;
  delete schema.properties;
  delete schema.required;
}
