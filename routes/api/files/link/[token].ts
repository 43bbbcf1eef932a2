import * as z from "zod";
import { inCompany } from "@/lib/db/transaction.ts";
import { binary } from "@/lib/files/file.ts";
import { findFile } from "@/lib/files/files.ts";
import { asPublic } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { fileResponse } from "@/lib/http/files.ts";
import { problem } from "@/lib/input/errors.ts";

const params = z.object({
  token: z.string().max(200).meta({ description: "The signed end of the address." }),
});

export const handler = endpoint({
  GET: asPublic({
    summary: "A file of a message that goes out, by its signed address",
    description: "The address is the credential: for an hour, of one file. Another one is 404.",
    params,
    returns: binary,
    mediaType: "*/*",
    run: async ({ req, params, services }) => {
      const linked = services.fileLinks?.read(params.token);
      if (!linked) throw problem("not_found");
      const { db } = services.database;
      const file = await inCompany(db, linked.companyId, (trx) => findFile(trx, linked, linked.id));
      return fileResponse(req, db, linked, file);
    },
  }),
});
