import process from "node:process";
import { serveJobs } from "@/lib/readers/serve.ts";

// The process that reads what strangers made, and may be killed at any time (0061). A package below
// file-type and sanitize-html lists the whole environment as it loads.
Object.defineProperty(process, "env", { value: {} });

const mail = () => import("@/lib/channels/in/parse.ts");
const kinds = async () => ({
  contact: (await import("@/lib/crm/contacts/contact_file.ts")).contactFile,
  client: (await import("@/lib/crm/clients/client_file.ts")).clientFile,
  product: (await import("@/lib/sales/products/product_file.ts")).productFile,
});

if (Deno.args[0] === "mail") await mail(); // loading is no part of the first mail's time
await serveJobs({
  event: async (job) => (await mail()).parseDelivery(job),
  deliveries: async (jobs) => (await mail()).parseDeliveries(jobs),
  hooks: async (bodies) =>
    (await import("@/lib/channels/meta/hook/split_job.ts")).splitBodies(bodies),
  import: async (job) =>
    (await import("@/lib/records/imports/read_import.ts")).readOrRefuse(await kinds(), job),
  type: async (head) => (await import("@/lib/files/sniff.ts")).typeOf(head),
  autoconfig: async ({ xml, address }) =>
    (await import("@/lib/channels/email/autoconfig.ts")).readAutoconfig(xml, address),
  logo: async (bytes) =>
    (await import("@/lib/sales/document/logo_picture.ts")).printableLogo(bytes),
});
