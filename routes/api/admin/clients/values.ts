import { valuesEndpoint } from "@/routes/api/admin/(_nouns)/values.ts";

export const handler = valuesEndpoint("client");
