import { markWith } from "@/lib/notify/mark_endpoint.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  POST: markWith("dismissed", "Report that the person has waved it away"),
});
