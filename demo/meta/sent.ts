/** What the company has sent, read from the call that sent it. */
import type { GraphSent, GraphState } from "@/tests/support/graph/state.ts";
import type { Line, LineFile } from "./line.ts";

type Body = Record<string, unknown>;

export function lineOfSent(state: GraphState, sent: GraphSent): Line {
  const { id, to, at, body } = sent;
  const message = (body.message ?? body) as Body;
  const media = mediaIn(message);
  const file = media && fileAt(state, media);
  const answers = (body.context as Body)?.message_id ?? (body.reply_to as Body)?.mid;
  return {
    ...{ id, at, sent, personId: to, side: "company", by: null, act: "write", state: "sent" },
    ...{ hasHeart: false, edits: 0, isUnsent: false },
    text: textOf(state, message, media),
    files: file ? [file] : [],
    answers: typeof answers === "string" ? answers : null,
  };
}

/** WhatsApp: beneath the name of its type; Messenger: an attachment's payload. */
function mediaIn({ type, attachment, ...body }: Body): Body | null {
  const payload = (attachment as Body)?.payload;
  if (payload) return payload as Body;
  const own = typeof type === "string" && type !== "text" && type !== "template" && body[type];
  return own ? own as Body : null;
}

function fileAt(state: GraphState, { id, attachment_id, url, filename }: Body): LineFile | null {
  const mediaId = String(id ?? attachment_id ?? "");
  const media = state.media.get(mediaId);
  if (media) return { id: media.id, name: String(filename ?? media.name ?? ""), type: media.type };
  return typeof url === "string" ? { id: "", name: url, type: "" } : null;
}

function textOf(state: GraphState, message: Body, media: Body | null): string {
  if (message.template) return templateText(state, message.template as Body);
  const { text } = message;
  const words = typeof text === "string" ? text : (text as Body)?.body ?? media?.caption;
  return typeof words === "string" ? words : "";
}

function templateText(state: GraphState, { name, language, components }: Body): string {
  const template = [...state.templates.values()].flat()
    .find((one) => one.name === name && one.language === (language as Body)?.code);
  const text = template?.components.find(({ type }) => type === "BODY")?.text;
  const body = (components as Body[] | undefined)?.find(({ type }) => type === "body");
  const values = (body?.parameters ?? []) as { parameter_name?: string; text?: string }[];
  return String(text ?? name).replace(/\{\{(\w+)\}\}/g, (place, key) => {
    const value = values.find(({ parameter_name }) => parameter_name === key) ??
      values[Number(key) - 1];
    return value?.text ?? place;
  });
}
