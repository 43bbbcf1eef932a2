import type { Schema } from "@/lib/http/document/portable.ts";

/** Components for fields that many schemas have, by a field that is one of them. */
const sharedFields: Record<string, string> = {
  RecordId: "Contact.id",
  RecordVersion: "Contact.version",
  SeenVersion: "ContactPatch.version",
  MadeAt: "Contact.created_at",
  ChangedAt: "Contact.updated_at",
  StoredAt: "ApiKey.createdAt",
  CurrencyCode: "Company.currency",
  RecordTags: "Contact.tags",
  CompanyHours: "CompanyPatch.opening_hours.0.mon",
  StoredHours: "OpeningHours.mon",
  BulkIds: "ContactBulk.ids",
  BulkMatches: "ContactBulk.matches",
  BulkUndo: "ContactBulk.undo_id",
  BulkTrash: "ContactBulk.trash",
  BulkTags: "ContactBulk.tags",
  RecordSource: "ClientPatch.source_channel.0",
  WayToPay: "ClientPatch.payment_method.0",
  SpokenLanguage: "ClientPatch.language.0",
  NamedKey: "ShownNotification.key.0",
  NamedUser: "Employee.invited_by.0",
  PairingMaker: "PhoneDevice.pairedBy.0",
  RecordSubject: "NoteEntry.subject",
  SubjectKind: "Note.subject.type",
  RecipientAnswer: "Recipient.response.0",
  RecipientReminders: "Recipient.reminders.0",
  RecipientStatus: "Recipient.status",
  NotificationPriority: "ShownNotification.priority",
  NotificationType: "ShownNotification.type",
  NotificationButtons: "ShownNotification.actions",
  MessageFiles: "Message.files",
  MessageDirection: "Message.direction",
  ContactChannel: "Contact.channel",
  ContactStatus: "Contact.status",
  ReportQuotes: "CompanyReport.totals.quotes",
  ReportOpportunities: "CompanyReport.totals.opportunities",
  ReportTasks: "CompanyReport.totals.tasks",
  OtherRecords: "Erased.others",
  StayedRecords: "ContactUnmerged.stayed",
  ReturnedRecords: "ContactUnmerged.returned",
  UnitPrice: "ProductPatch.unit_price",
  LostReasonCount: "Trends.lost_reasons.items",
  ViewFilters: "View.filters",
  SilencedNotices: "Employee.silenced",
  ActorKind: "Activity.actor_kind",
  AnswerContent: "PhoneNotification.response.0",
  MailInvitation: "MailFacts.invitation.0",
  TagWords: "ClientPatch.tags",
  ResponsibleId: "ClientPatch.assignee_id",
  OpportunityResponsibleId: "OpportunityPatch.assignee_id",
  TaskResponsibleId: "TaskPatch.assignee_id",
  BulkResponsibleId: "ContactBulk.assignee_id",
  ResponsiblePerson: "Contact.assignee",
  EmailAddress: "ClientPatch.email",
  PhoneNumber: "ClientPatch.phone",
  StoredEmail: "MessageAddress.email",
  StoredPhone: "MessageAddress.phone",
  WebSite: "ClientPatch.website",
  LinkedClientId: "EventPatch.client_id",
  LinkedContactId: "EventPatch.contact_id",
  LinkedOpportunityId: "EventPatch.opportunity_id",
  RecordDescription: "EventPatch.description",
  InternalNotes: "ClientPatch.notes",
  LegalName: "ClientPatch.legal_name",
  TaxNumber: "ClientPatch.tax_id",
  CountryCode: "ClientPatch.country",
  StreetAddress: "ClientPatch.address",
  PostalCode: "ClientPatch.postal_code",
  AddressRegion: "ClientPatch.region",
  PaymentDays: "ClientPatch.payment_terms_days",
  MarketingConsent: "ClientPatch.marketing_consent",
  NextStepDue: "OpportunityPatch.next_action_at",
  NextStepNote: "OpportunityPatch.next_action_note",
  OpportunityAmount: "OpportunityPatch.amount",
  WinProbability: "OpportunityPatch.probability",
  DecisionDay: "OpportunityPatch.expected_close_date",
  DeliveryDay: "SalePatch.promised_date",
  TaskSteps: "TaskPatch.checklist",
  EventRecurrence: "EventPatch.recurrence",
  EventReminders: "EventPatch.reminder_minutes",
  EventLink: "EventPatch.url",
  ProductUnit: "ProductPatch.unit",
  ProductNumber: "ProductPatch.sku",
  ViewColumns: "ViewPatch.columns",
  ViewOrder: "ViewPatch.sort",
  MessageAccount: "MessageCreate.via",
  MessageRecipient: "MessageCreate.to",
  MessageCopies: "MessageCreate.cc",
  MessageText: "MessageCreate.body",
  MessageAttachments: "MessageCreate.files",
  MessageSeen: "MessageCreate.after",
  MessageDespite: "MessageCreate.despite_refusal",
  PhoneAttachments: "PhoneReply.files",
  TemplateText: "ReplyTemplatePatch.body",
  TemplateLanguage: "ReplyTemplatePatch.language",
  SendAnswers: "NotificationRequest.answers",
  SendButtons: "NotificationRequest.actions",
  SendUsers: "NotificationRequest.userIds",
  SendPriority: "NotificationRequest.priority",
  SenderData: "SentNotification.data",
  // Parts with a base or with alternatives: without a name some generators lose all but one.
  SummaryAnswer: "RecipientSummary.answers.items",
  RecipientRecord: "NotificationRecord.recipients.items",
  InvitedEvent: "MailFacts.invitation.0.more.items",
  OwnCompany: "Me.companies.items",
  CompanyBase: "PairedDevice.company",
  HeldCompany: "HeldPairing.company",
  DocumentLine: "QuoteDocument.lines.items",
  ClientAddress: "QuoteDocument.client",
  BulkOutcome: "BulkReport.records.items",
  UndoOutcome: "ImportUndone.records.items",
  OpportunityColumn: "OpportunityBoard.columns.items",
  QuoteStats: "Stats.quotes",
  TrendCounts: "Trends.totals",
  TrendMonth: "Trends.months.items",
  TrashMeta: "TrashedListAnswer.meta",
  ConversionProduct: "Conversion.products.items",
  CursorMeta: "SentNotificationListAnswer.meta",
  OlderCursor: "ConversationListAnswer.meta",
};

type Schemas = Record<string, Schema>;

/** Puts each shared field under its name, and a reference wherever it stood, in place. */
export function shareFields(schemas: Schemas, others: Schema[]): void {
  const names = new Map(
    Object.entries(sharedFields).map(([name, place]) => [
      JSON.stringify(fieldAt(schemas, place)),
      name,
    ]),
  );
  const all = [...Object.values(schemas), ...others];
  for (const [text, name] of names) schemas[name] = JSON.parse(text);
  for (const schema of [...all, ...[...names.values()].map((name) => schemas[name]!)]) {
    replaceWithin(schema, names);
  }
}

/** @param place `Schema.field.field`; `0` is the first alternative, `items` what a list holds */
export function fieldAt(schemas: Schemas, place: string): Schema {
  const [name = "", ...fields] = place.split(".");
  let schema = schemas[name];
  for (const field of fields) {
    const { anyOf, items, properties } = schema ?? {};
    schema = field === "0"
      ? anyOf?.[0]
      : field === "items" && typeof items === "object"
      ? items
      : properties?.[field];
  }
  if (!schema || schema.$ref) throw new Error(`no field ${place} to share`);
  return schema;
}

function replaceWithin(schema: Schema, names: Map<string, string>): void {
  const replaced = (inner: Schema): Schema => {
    const name = names.get(JSON.stringify(inner));
    if (name) return { $ref: `#/components/schemas/${name}` };
    replaceWithin(inner, names);
    return inner;
  };
  const { properties, items, additionalProperties } = schema;
  for (const [name, inner] of Object.entries(properties ?? {})) {
    properties![name] = replaced(inner);
  }
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems]) {
    list?.forEach((inner, at) => list[at] = replaced(inner));
  }
  if (typeof items === "object") schema.items = replaced(items);
  if (typeof additionalProperties === "object") {
    schema.additionalProperties = replaced(additionalProperties);
  }
}
