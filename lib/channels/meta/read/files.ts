import type { Attachment } from "@/lib/channels/meta/read/event.ts";
import { fileAddressIn, idIn, lineIn, type Untyped } from "@/lib/channels/meta/untyped.ts";

const longestName = 200;

/** A file as an event names it; what is left out is not known. */
export function attachmentOf(kind: Attachment["kind"], details: Partial<Attachment>): Attachment {
  return {
    kind,
    mediaId: null,
    url: null,
    name: null,
    type: null,
    sha256: null,
    isVoice: false,
    isStory: false,
    isOpen: false,
    ...details,
  };
}

/** Media of a WhatsApp message (Meta: "Media messages"). */
export function mediaIn(kind: Attachment["kind"], media: Untyped): Attachment | null {
  const mediaId = idIn(media.id);
  const url = fileAddressIn(media.url);
  if (mediaId === null && url === null) return null;
  return attachmentOf(kind, {
    mediaId,
    url,
    name: lineIn(media.filename, longestName),
    type: typeIn(media.mime_type),
    sha256: hashIn(media.sha256),
    isVoice: media.voice === true,
  });
}

/** `audio/ogg` of `audio/ogg; codecs=opus`. */
function typeIn(value: unknown): string | null {
  const [type = ""] = (lineIn(value, 200) ?? "").toLowerCase().split(";");
  return /^[a-z]+\/[a-z0-9.+-]+$/.test(type.trim()) ? type.trim() : null;
}

/** Base64 of 32 bytes; what has another length is none that could be compared. */
function hashIn(value: unknown): string | null {
  return typeof value === "string" && /^[A-Za-z0-9+/]{43}=$/.test(value) ? value : null;
}
