import * as z from "zod";
import { cleanText, text } from "@/lib/input/input.ts";
import { pageQuery } from "@/lib/input/list.ts";

const instant = z.iso.datetime();

const isMember = z.boolean().meta({
  description: "Whether a member paired it as their own, so that the CRM's notices come to it.",
});

export const deviceRecord = z.object({
  id: z.uuid(),
  userId: z.string(),
  name: z.string(),
  createdAt: instant,
  lastSeenAt: instant.nullable(),
  pairedBy: z.object({
    kind: z.enum(["member", "key"]).meta({ description: "A member in the panel, or a program." }),
    id: z.int().meta({ description: "Id of the member or of the API key." }),
    name: z.string().meta({ description: "The member's or the key's name." }),
  }).nullable().meta({
    description: "Who made the code that paired it; null where that was not kept.",
  }),
}).meta({ id: "Device" });

export const listedDevice = deviceRecord.extend({
  isMember,
}).meta({ id: "ListedDevice" });

export const devicesQuery = z.strictObject({
  ...pageQuery,
  userId: text({ max: 200 }).optional(),
  q: cleanText.max(200).optional().meta({ description: "Part of the user's id or the name." }),
});
export type DevicesQuery = z.output<typeof devicesQuery>;

export const deviceName = text({ max: 60 });

export const pairingRecord = z.object({
  code: z.string().meta({ description: "8 characters of base32; works once, for 10 minutes." }),
  url: z.url(),
  qr: z.string().optional().meta({ description: "The url as a QR code, SVG; absent with `qr=0`." }),
  expiresAt: instant,
}).meta({ id: "Pairing" });

const pairedCompany = z.object({
  name: z.string(),
  color: z.string(),
  logo: z.string().nullable(),
});

/** One of the pairings that a browser holds. */
export const heldPairing = z.object({
  deviceId: z.uuid(),
  userId: z.string(),
  name: z.string(),
  createdAt: instant,
  company: pairedCompany.extend({ id: z.int() }),
  isMember,
  unread: z.int().meta({
    description: "Neither read, answered nor dismissed, and not replaced or cancelled.",
  }),
  pushKey: z.string().nullable().meta({
    description: "The server's VAPID key, which subscriptions are made with; null: no push.",
  }),
}).meta({ id: "HeldPairing" });

export const pairedRecord = z.object({
  token: z.string(),
  deviceId: z.uuid(),
  userId: z.string(),
  company: pairedCompany,
  vapidPublicKey: z.string(),
}).meta({ id: "PairedDevice" });
