import * as z from "zod";
import { cleanText, nameText, text } from "@/lib/input/input.ts";
import { pageQuery } from "@/lib/input/list.ts";

const instant = z.iso.datetime();

const isMember = z.boolean().meta({
  description: "Whether a member paired it as their own, so that the CRM's notices come to it.",
});

export const deviceRecord = z.object({
  id: z.uuid().meta({ description: "Id of the paired phone, a UUID." }),
  userId: z.string().meta({ description: "Id of the user whose phone it is." }),
  name: z.string().meta({ description: "What its user calls the phone." }),
  createdAt: instant.meta({ description: "Instant at which it was created." }),
  lastSeenAt: instant.nullable().meta({
    description: "When the phone last called; null where it never has.",
  }),
  pairedBy: z.object({
    kind: z.enum(["member", "key"]).meta({ description: "A member in the panel, or a program." }),
    id: z.int().meta({ description: "Id of the member or of the API key." }),
    name: z.string().meta({ description: "The member's or the key's name." }),
  }).nullable().meta({
    description: "Who made the code that paired it; null where that was not kept.",
  }),
}).meta({ id: "PhoneDevice" });

export const listedDevice = deviceRecord.extend({
  isMember,
}).meta({ id: "ListedDevice" });

export const devicesQuery = z.strictObject({
  ...pageQuery,
  userId: text({ max: 200 }).optional().meta({
    description: "Id of the user in your program.",
  }),
  q: cleanText.max(200).optional().meta({ description: "Part of the user's id or the name." }),
});
export type DevicesQuery = z.output<typeof devicesQuery>;

export const deviceName = nameText({ max: 60 });

export const pairingRecord = z.object({
  code: z.string().meta({ description: "8 characters of base32; works once, for 10 minutes." }),
  url: z.url().meta({ description: "Address that pairs the phone on which it is opened." }),
  qr: z.string().optional().meta({ description: "The url as a QR code, SVG; absent with `qr=0`." }),
  expiresAt: instant.meta({ description: "When it stops being valid; null where it does not." }),
}).meta({ id: "Pairing" });

const pairedCompany = z.object({
  name: z.string().meta({ description: "Name, as people read it." }),
  color: z.string().meta({ description: "Colour in the panel, as `#rrggbb` (hexadecimal RGB)." }),
  logo: z.string().nullable().meta({
    description: "Address of the logo, relative to this server; null without one.",
  }),
});

export const heldPairing = z.object({
  deviceId: z.uuid().meta({ description: "Id of the paired phone, a UUID." }),
  userId: z.string().meta({ description: "Id of the user whose phone it is." }),
  name: z.string().meta({ description: "Name of the phone, as its user calls it." }),
  createdAt: instant.meta({ description: "Instant at which it was created." }),
  company: pairedCompany.extend({
    id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  }).meta({
    description: "The company that sends to it.",
  }),
  isMember,
  unread: z.int().meta({
    description: "Neither read, answered nor dismissed, and not replaced or cancelled.",
  }),
  pushKey: z.string().nullable().meta({
    description: "The server's VAPID key, which subscriptions are made with; null: no push.",
  }),
}).meta({ id: "HeldPairing" });

export const pairedRecord = z.object({
  token: z.string().meta({ description: "The phone's credential. It is shown this once." }),
  deviceId: z.uuid().meta({ description: "Id of the paired phone, a UUID." }),
  userId: z.string().meta({ description: "Id of the user whose phone it is." }),
  company: pairedCompany.meta({ description: "The company that sends to it." }),
  vapidPublicKey: z.string().meta({
    description: "The key to subscribe to Web Push with (RFC 8292).",
  }),
}).meta({ id: "PairedDevice" });
