import type { FileKind, MetaKind } from "@/lib/channels/meta/out/limits.ts";

/** A message as Graph takes it: texts of one call (reach.md). Pure. */

/** What a message to somebody at Meta has beside text and files; stored in the outbox. */
export interface OutgoingMeta {
  /** The person's id at the account, fixed when it was written. */
  to: string;
  answers: string | null;
  template: OutgoingTemplate | null;
}

export interface OutgoingTemplate {
  name: string;
  language: string;
  /** With their variables filled; a header's file is added when it is sent. */
  components: TemplateComponent[];
  header: "image" | "video" | "document" | null;
}

export interface TemplateComponent {
  type: "header" | "body" | "button";
  sub_type?: "url";
  index?: string;
  parameters: object[];
}

export interface UploadedFile {
  as: FileKind;
  name: string;
  /** Meta's id of it, or an address that it is fetched from. */
  id: string | null;
  url: string | null;
}

interface Content extends OutgoingMeta {
  /** Id of the row in the outbox, which statuses and echoes bring back. */
  opaque: string;
  text: string;
  file: UploadedFile | null;
}

export function whatsappBody({ opaque, to, answers, text, file, template }: Content) {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    // An id in `to` is answered as if it were sent, and is not.
    ...isNumber(to) ? { to } : { recipient: to },
    biz_opaque_callback_data: opaque,
    ...answers === null ? {} : { context: { message_id: answers } },
    ...template
      ? { type: "template", template: templateOf(template, file) }
      : file
      ? { type: file.as, [file.as]: mediaOf(file, text) }
      : { type: "text", text: { body: text, preview_url: true } },
  };
}

export function isNumber(id: string): boolean {
  return /^\d+$/.test(id);
}

function mediaOf({ as, id, name }: UploadedFile, caption: string) {
  return {
    id,
    ...as === "document" ? { filename: name } : {},
    ...caption === "" || as === "audio" ? {} : { caption },
  };
}

function templateOf(template: OutgoingTemplate, file: UploadedFile | null) {
  const { name, language, components, header } = template;
  const files = header && file
    ? [{ type: "header", parameters: [{ type: header, [header]: fileIn(header, file) }] }]
    : [];
  return { name, language: { code: language }, components: [...files, ...components] };
}

function fileIn(header: string, { id, name }: UploadedFile) {
  return { id, ...header === "document" ? { filename: name } : {} };
}

/** @param isAnswer whether the person wrote within a day; else it is a member's own answer */
export function messengerBody(
  { opaque, to, answers, text, file }: Content,
  { isAnswer }: { isAnswer: boolean },
) {
  return {
    recipient: { id: to },
    ...isAnswer
      ? { messaging_type: "RESPONSE" }
      : { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" },
    message: {
      ...file ? { attachment: attachmentOf(file) } : { text },
      metadata: opaque,
    },
    ...answers === null ? {} : { reply_to: { mid: answers } },
  };
}

function attachmentOf({ as, id, url }: UploadedFile) {
  const payload = id === null ? { url } : { attachment_id: id };
  return { type: attachmentType(as), payload };
}

export function attachmentType(as: FileKind): Exclude<FileKind, "document"> {
  return as === "document" ? "file" : as;
}

interface Upload {
  kind: MetaKind;
  as: FileKind;
  file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };
}

/** The form that a file is uploaded by, below the account's own id. */
export function uploadForm({ kind, as, file }: Upload): { path: string; form: FormData } {
  const form = new FormData();
  const blob = new Blob([file.bytes], { type: file.type });
  if (kind === "whatsapp") {
    form.append("messaging_product", "whatsapp");
    form.append("type", file.type);
    form.append("file", blob, file.name);
    return { path: "media", form };
  }
  if (kind === "instagram") form.append("platform", "instagram");
  const attachment = { type: attachmentType(as), payload: { is_reusable: false } };
  form.append("message", JSON.stringify({ attachment }));
  form.append("filedata", blob, file.name);
  return { path: "message_attachments", form };
}
