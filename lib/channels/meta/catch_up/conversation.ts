import {
  addressIn,
  fileAddressIn,
  idIn,
  instantIn,
  objectIn,
  objectsIn,
  textIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** A message as the Conversations API has it, in the form in which hooks bring it. */

const mostFiles = 100;

export const messageFields =
  "id,created_time,from,to,message,attachments,shares,sticker,story,is_unsupported";

/** @returns null for what names no message, or nobody but the account */
export function toHookPart(
  message: Untyped,
  ownIds: readonly string[],
  now: Date,
): Untyped | null {
  const mid = idIn(message.id);
  const from = idIn(objectIn(message.from)?.id);
  const [to = null] = objectsIn(objectIn(message.to)?.data).map(({ id }) => idIn(id));
  if (mid === null || from === null) return null;
  const isOurs = ownIds.includes(from);
  if (isOurs && (to === null || ownIds.includes(to))) return null;
  const story = objectIn(message.story) ?? {};
  const answered = objectIn(story.reply_to);
  const attachments = attachmentsOf(message, objectIn(story.mention));
  return {
    sender: { id: from },
    recipient: { id: to ?? ownIds[0] },
    timestamp: timeOf(message.created_time, now).getTime(),
    message: {
      mid,
      text: textIn(message.message),
      ...isOurs && { is_echo: true },
      ...attachments.length > 0 && { attachments },
      ...answered && { reply_to: { story: { id: answered.id, url: answered.link } } },
      ...message.is_unsupported === true && { is_unsupported: true },
    },
  };
}

/** Graph writes `2026-11-28T10:00:00+0000`. */
export function timeOf(value: unknown, now: Date): Date {
  const text = textIn(value, 100).replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  return instantIn(Date.parse(text), now);
}

function attachmentsOf(message: Untyped, mention: Untyped | null): Untyped[] {
  const files = objectsIn(objectIn(message.attachments)?.data).map(fileOf);
  const shares = objectsIn(objectIn(message.shares)?.data).map(({ link, name }) => ({
    type: "share",
    payload: { url: link, title: name },
  }));
  const sticker = addressIn(message.sticker);
  return [
    ...mention ? [{ type: "story_mention", payload: { url: mention.link } }] : [],
    ...files,
    ...sticker === null
      ? []
      : [{ type: "image", payload: { url: sticker, sticker_id: "unknown" } }],
    ...shares,
  ].slice(0, mostFiles);
}

function fileOf(attachment: Untyped): Untyped {
  const { image_data, video_data, file_url, mime_type, name } = attachment;
  const image = fileAddressIn(objectIn(image_data)?.url);
  const video = fileAddressIn(objectIn(video_data)?.url);
  const [kind = ""] = textIn(mime_type, 200).toLowerCase().split("/");
  const type = image ? "image" : video ? "video" : kind;
  const isMedia = ["image", "video", "audio"].includes(type);
  return {
    type: isMedia ? type : "file",
    payload: { url: image ?? video ?? fileAddressIn(file_url), ...!isMedia && { title: name } },
  };
}
