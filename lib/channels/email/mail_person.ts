import * as z from "zod";

export const mailPerson = z.object({
  name: z.string().nullable().meta({ description: "Name that the mail gives." }),
  address: z.string().meta({ description: "E-mail address, such as `ana@example.com`." }),
}).meta({ id: "MailPerson" });
