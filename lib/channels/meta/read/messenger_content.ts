import type { Attachment } from "@/lib/channels/meta/read/event.ts";
import type { Content, Source } from "@/lib/values/message_content.ts";
import { attachmentOf } from "@/lib/channels/meta/read/files.ts";
import {
  choiceOf,
  type Holding,
  locationIn,
  longestText,
} from "@/lib/channels/meta/read/whatsapp_content.ts";
import {
  addressIn,
  fileAddressIn,
  lineIn,
  objectIn,
  objectsIn,
  textIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** What a message of Messenger or Instagram holds (Meta: "messages", "Instagram webhooks"). */

const longestLine = 1_000;
const mostAttachments = 100;

type Shared = Extract<Content, { type: "shared" }>["what"];

const fileKinds: Record<string, Attachment["kind"]> = {
  image: "image",
  video: "video",
  audio: "audio",
  file: "file",
};

/** Shares of what stands on Instagram or Facebook: their picture lies there, and is not kept. */
const shares: Record<string, Shared> = {
  share: "post",
  post: "post",
  ig_post: "post",
  reel: "reel",
  ig_reel: "reel",
  ig_story: "story",
  fallback: "link",
  template: "link",
};

export function messengerHolding(message: Untyped): Holding {
  const parts = objectsIn(message.attachments).slice(0, mostAttachments).map(attachmentIn);
  const quick = objectIn(message.quick_reply);
  const text = textIn(message.text, longestText);
  const contents = parts.map(({ content }) => content).filter((one) => one !== null);
  const isUnsupported = message.is_unsupported === true;
  return {
    text,
    content: quick ? choiceOf(text, quick.payload) : contents[0] ??
      (isUnsupported ? { type: "unsupported", what: null } : null),
    attachments: parts.map(({ attachment }) => attachment).filter((one) => one !== null),
  };
}

interface Part {
  attachment: Attachment | null;
  content: Content | null;
}

function attachmentIn(attachment: Untyped): Part {
  const type = textIn(attachment.type, 100);
  const payload = objectIn(attachment.payload) ?? {};
  const url = fileAddressIn(payload.url);
  const title = lineIn(payload.title ?? attachment.title, longestLine);
  const shared = shares[type];
  if (shared) {
    const address = addressIn(payload.url) ?? addressIn(attachment.URL ?? attachment.url);
    return { attachment: null, content: { type: "shared", what: shared, title, url: address } };
  }
  if (type === "location") {
    const { lat: latitude, long: longitude } = objectIn(payload.coordinates) ?? {};
    const content = locationIn({ latitude, longitude, name: attachment.title });
    return { attachment: null, content: content ?? { type: "unknown", what: type } };
  }
  const isStory = type === "story_mention";
  const isSticker = payload.sticker_id !== undefined;
  const kind = isSticker ? "sticker" : isStory || type === "ephemeral" ? "image" : fileKinds[type];
  return {
    attachment: url === null ? null : attachmentOf(kind ?? "file", { url, name: title, isStory }),
    content: contentOf(kind, type, url),
  };
}

/** What is of no known kind is shown as such, beside its file. */
function contentOf(
  kind: Attachment["kind"] | undefined,
  type: string,
  url: string | null,
): Content | null {
  if (!kind) return { type: "unknown", what: lineIn(type, 100) };
  if (url === null) return { type: "unsupported", what: lineIn(type, 100) };
  return kind === "sticker" ? { type: "sticker" } : null;
}

/** Ad, link, story or product that a message came from. */
export function messengerSource(message: Untyped): Source | null {
  const mention = objectsIn(message.attachments).find(({ type }) => type === "story_mention");
  if (mention) {
    const url = addressIn(objectIn(mention.payload)?.url);
    return { kind: "story_mention", title: null, url, ref: null };
  }
  const story = objectIn(objectIn(message.reply_to)?.story);
  if (story) {
    const ref = lineIn(story.id, longestLine);
    const picture = fileAddressIn(story.url);
    return { kind: "story_reply", title: null, url: addressIn(story.url), ref, picture };
  }
  const referral = objectIn(message.referral);
  return referral && referralOf(referral);
}

export function referralOf(referral: Untyped): Source {
  const ad = objectIn(referral.ads_context_data) ?? {};
  const product = objectIn(referral.product);
  if (product) {
    return { kind: "product", title: null, url: null, ref: lineIn(product.id, longestLine) };
  }
  const isAd = textIn(referral.source, 50).toUpperCase() === "ADS" ||
    referral.ad_id !== undefined;
  return {
    kind: isAd ? "ad" : "link",
    title: lineIn(ad.ad_title, longestLine),
    url: addressIn(ad.photo_url ?? ad.video_url ?? referral.referer_uri),
    ref: lineIn(referral.ref ?? referral.ad_id, longestLine),
    picture: fileAddressIn(ad.photo_url),
  };
}
