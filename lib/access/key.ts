import * as z from "zod";
import { keyScopes } from "@/lib/input/key_scope.ts";
import { idParams, instant } from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const scope = z.enum(keyScopes);

export const keyCreate = z.strictObject({
  name: nameText({ max: 60 }).meta({ description: "What the key is for." }),
  scope: scope.default("all").meta({
    description: "`send`: sends, and cancels what it sent. `read`: reads notifications, answers, " +
      "callbacks and phones. `all`: both, and what neither may, as to pair phones. `channel`: brings " +
      "and takes customers' messages and their files (`/api/messages`, `/api/files`), which no other " +
      "scope includes. It never changes.",
  }),
  expiresAt: instant.refine((value) => value > currentTime(), { error: message("notInFuture") })
    .nullable().default(null).meta({
      description: "In the future: from when on calls with it are refused, with 401 " +
        "`key_expired`; null: never.",
    }),
}).meta({ id: "KeyCreate" });
export type KeyCreate = z.output<typeof keyCreate>;

export const keyParams = idParams;

export const keyRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  name: z.string().meta({ description: "What the key is for." }),
  hint: z.string().meta({ description: "How the key begins, to tell keys apart." }),
  createdAt: z.iso.datetime().meta({ description: "Instant at which it was created." }),
  createdBy: z.object({
    id: z.int().meta({ description: "Id of the record, unique among its kind." }),
    name: z.string().nullable().meta({ description: "Name, as people read it." }),
  }).nullable().meta({
    description: "The member who made it; null for one that the operator made.",
  }),
  scope: scope.meta({ description: "Scope of the key: which calls it may be used for." }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: "From when on calls with it are refused; null: never.",
  }),
  lastUsedAt: z.iso.datetime().nullable().meta({
    description: "When a program last called with it, to the minute; null before the first call.",
  }),
  revokedAt: z.iso.datetime().nullable().meta({
    description: "When the key stopped working; null while it works.",
  }),
}).meta({ id: "ApiKey" });

export const newKeyRecord = keyRecord.extend({
  key: z.string().meta({ description: "The key itself: it is never shown again." }),
}).meta({ id: "CreatedKey" });
