import type { Schema } from "@/lib/http/document/portable.ts";
import { fieldAt } from "@/lib/http/document/shared_fields.ts";

/**
 * Components for fields that several answers have in common, by the names of those answers. An
 * answer of which others have every field is their component itself: beside a base, a part without
 * fields is any object to generators. What an earlier group has taken is not in a later one. Bodies
 * that are sent are closed, and a closed object cannot be put together of two.
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
  QuoteSummary: ["Quote"],
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
  AnswerContent: [
    "RecipientAnswer",
    "ResponseRecord",
    "NotificationResponse",
    "SummaryAnswer",
  ],
  RecipientRecord: ["Recipient"],
  RecipientTimes: ["RecipientRecord", "PhoneNotification"],
  CallbackState: ["Callback", "ListedCallback"],
  EmployeeBase: ["Employee", "Leaver"],
  InvitedEvent: ["MailInvitation"],
  CompanyBase: [
    "Company",
    "Brand",
    "OwnCompany",
    "HeldCompany",
  ],
  CompanyIdentity: ["Company", "Brand"],
  ApiKey: ["CreatedKey"],
  DocumentLine: ["QuoteLine"],
  AutomaticMail: ["OpenedAutomaticMail"],
  OutcomeBase: ["Restored", "BulkOutcome", "UndoOutcome"],
  QuoteShare: ["MadeQuoteShare"],
  ClientAddress: ["ClientRecord"],
  NoteBase: ["Note", "NoteEntry"],
  EntryBase: ["ActivityEntry", "NoteEntry", "MessageEntry"],
  MessageBase: ["Message", "MessageEntry"],
  DeliveryBase: ["Delivery", "QuoteDelivery"],
  PhoneDevice: ["ListedDevice"],
  StageBase: ["Stage", "OpportunityColumn"],
  WorkBase: ["CalendarEvent", "TaskRecord"],
  QuoteSums: ["Sale", "QuoteRevision", "QuoteDocument"],
  QuoteTexts: ["Quote", "QuoteDocument"],
  ReportQuotes: ["QuoteStats"],
  PersonBase: ["ClientRecord", "Contact"],
  TrendCounts: ["TrendMonth"],
  Invitation: ["AnsweredInvitation"],
  FileBase: ["StoredFile", "ProgramFile"],
  ImportUndoPreview: ["ImportUndone"],
  UnmergedBase: ["ClientUnmerged", "ContactUnmerged"],
  PageMeta: ["TrashMeta"],
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
    const base = schemas[name];
    const parts = members.map(ownPart);
    const common = commonPart(base ? [base, ...parts] : parts);
    if (!common || (base && sizeOf(base) !== sizeOf(common))) {
      throw new Error(`no fields to share as ${name}`);
    }
    for (const part of parts) takeAway(part, common);
    for (const member of members) addBase(member, name);
    schemas[name] ??= common;
  }
  for (const { allOf = [] } of Object.values(schemas)) {
    if (allOf.length > 1 && sizeOf(allOf.at(-1)!) === 0) allOf.pop();
    if (allOf.length === 1) throw new Error(`no fields beside ${allOf[0]!.$ref}`);
  }
}

function sizeOf({ properties = {} }: Schema): number {
  return Object.keys(properties).length;
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
