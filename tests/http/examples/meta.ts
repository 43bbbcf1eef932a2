/** A Meta app with a number, and a problem of what its hook brought. */
import { createHmac } from "node:crypto";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import type { World } from "../../support/world.ts";
import { type ExampleIds, marta } from "./ids.ts";

const secret = "0123456789abcdef0123456789abcdef";

export function signedByMeta(body: string): Record<string, string> {
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  return { "content-type": "application/json", "x-hub-signature-256": `sha256=${hex}` };
}

export async function prepareMeta(world: World): Promise<ExampleIds> {
  const { graph } = world;
  const scopes = ["whatsapp_business_management", "whatsapp_business_messaging"];
  graph.addApp("1517776481860110", secret);
  const { text } = graph.addToken({ text: "EAAB0fAnExample", appId: "1517776481860110", scopes });
  graph.state.hookOrigin = world.url;
  graph.state.numbers.set("106540352242922", {
    ...{ id: "106540352242922", wabaId: "102290129340398", display: "+34 911 22 23 33" },
    ...{ name: "Taller Ferrer", quality: "GREEN" },
  });
  graph.state.templates.set("102290129340398", [{
    ...{ id: "1", name: "quotation_ready", language: "en", category: "UTILITY" },
    ...{ status: "APPROVED", parameter_format: "POSITIONAL" },
    components: [{ type: "BODY", text: "Hello {{1}}, your quotation {{2}} is ready." }],
  }]);
  const api = apiOf(world, marta, 1);
  const body = { name: "Workshop", app_id: "1517776481860110", secrets: { app_secret: secret } };
  const app = await expectData(
    api("POST", "/meta-apps", { ...body, verify_token: "a-token-of-our-own" }),
    201,
  );
  const settings = {
    ...{ meta_app_id: app.id, phone_number_id: "106540352242922", waba_id: "102290129340398" },
  };
  const secrets = { access_token: text };
  const number = await expectData(
    api("POST", "/channels", { kind: "whatsapp", settings, secrets }),
    201,
  );
  await inCompany(world.services.database.db, 1, (trx) =>
    trx.insertInto("meta_problems").values({
      ...{ company_id: 1, app_id: app.id, kind: "unknown_account", object: "page" },
      external_id: "107003000000001",
    }).execute());
  return { metaHook: app.hook.split("/").at(-1), number: String(number.id) };
}
