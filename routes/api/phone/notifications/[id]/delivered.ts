import { markWith } from "@/lib/notify/mark_endpoint.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  POST: markWith("delivered", "Report that the phone has shown it"),
});
