import * as z from "zod";
import type { UnsupportedPart } from "@/lib/values/app_template.ts";

const unsupportedParts = [
  ...["code", "carousel", "flow", "place", "catalog", "offer", "other"] as const,
] satisfies UnsupportedPart[];

export const templateRecord = z.object({
  name: z.string().meta({ description: "Name of the template, as Meta has it." }),
  language: z.string().meta({ description: "Language code of Meta's, such as `es` or `en_US`." }),
  category: z.string().meta({
    description: "Meta's category, which decides the price: `utility`, `marketing` and so on.",
  }),
  format: z.enum(["positional", "named"]).meta({
    description: "`positional`: `template.variables` is a list in the order of `variables`. " +
      "`named`: it is an object by these names.",
  }),
  header: z.object({
    type: z.enum(["text", "image", "video", "document"]).meta({
      description: "`text`, or the kind of file that a message needs.",
    }),
    text: z.string().nullable().meta({ description: "Text of the header with its variables." }),
  }).nullable().meta({ description: "What stands above the text." }),
  body: z.string().meta({ description: "Text with its variables, such as `{{1}}`." }),
  footer: z.string().nullable().meta({ description: "Small text below the body." }),
  buttons: z.array(z.object({
    type: z.string().meta({
      description: "Such as `quick_reply`, `url`, `phone_number`, `voice_call`.",
    }),
    text: z.string().meta({ description: "What the button says to people." }),
    url: z.string().nullable().meta({ description: "Address of `url`, maybe with a variable." }),
  })).meta({ description: "Buttons that stand below the message." }),
  variables: z.array(z.string()).meta({
    description: "Names, or places such as `header.1`, `body.2`, `buttons.0.1`; buttons count " +
      "from 0 and have places in both formats.",
  }),
  unsupported: z.enum(unsupportedParts).nullable().meta({
    description: "What keeps messages from being made of it here, such as a `code` to copy or a " +
      "`carousel`: sending it is 422 `template`. Null: it can be sent.",
  }),
}).meta({ id: "MessageTemplate" });
