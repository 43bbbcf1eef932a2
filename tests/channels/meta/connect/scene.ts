/** A business at Meta with a number, a page and an Instagram account, and its app in the company. */
import { apiOf, expectData } from "../../../crm/scene.ts";
import type { GraphToken } from "../../../support/graph/state.ts";
import { people, type World } from "../../../support/world.ts";

export const ids = {
  app: "1517776481860111",
  number: "106540352242922",
  waba: "102290129340398",
  page: "107003000000001",
  instagram: "17841400000000001",
  appScoped: "24000000000000001",
} as const;

export const secret = "0123456789abcdef0123456789abcdef";

export const scopes = [
  ...["whatsapp_business_management", "whatsapp_business_messaging", "pages_messaging"],
  ...["pages_manage_metadata", "pages_read_engagement", "instagram_basic"],
  "instagram_manage_messages",
];

/** Adds what the business has at Meta. */
export function fillGraph({ graph }: World): void {
  const { state } = graph;
  graph.addApp(ids.app, secret);
  state.numbers.set(ids.number, {
    ...{ id: ids.number, wabaId: ids.waba, display: "+34 911 22 23 33" },
    ...{ name: "Taller Vega", quality: "GREEN" },
  });
  state.pages.set(ids.page, {
    ...{ id: ids.page, name: "Taller Vega", username: "tallervega", instagramId: ids.instagram },
  });
  state.instagrams.set(ids.instagram, {
    ...{ id: ids.instagram, appScopedId: ids.appScoped, username: "taller.vega" },
  });
  state.templates.set(ids.waba, [
    {
      ...{ id: "1", name: "presupuesto_listo", language: "es", category: "UTILITY" },
      ...{ status: "APPROVED", parameter_format: "POSITIONAL" },
      components: [
        { type: "HEADER", format: "DOCUMENT" },
        { type: "BODY", text: "Hola {{1}}, tu presupuesto {{2}} está listo." },
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "Llámame" },
            { type: "URL", text: "Ver", url: "https://relevo.example/q/{{1}}" },
          ],
        },
      ],
    },
    {
      ...{ id: "2", name: "saludo", language: "es", category: "MARKETING" },
      ...{ status: "PAUSED", parameter_format: "NAMED" },
      components: [{ type: "BODY", text: "Hola {{nombre}}" }],
    },
  ]);
}

/** A token of a system user with all permissions; fields differ as told. */
export function giveToken({ graph }: World, token: Partial<GraphToken> & { text: string }) {
  const own = token.kind === "instagram" ? ["instagram_business_basic"] : scopes;
  return graph.addToken({ appId: ids.app, kind: "system", scopes: own, ...token }).text;
}

export const newApp = { name: "Taller", app_id: ids.app, secrets: { app_secret: secret } };

/** The business at Meta, and its app in company 1. */
export async function openScene(world: World) {
  fillGraph(world);
  const api = apiOf(world, people.ana);
  const app = await expectData(api("POST", "/meta-apps", newApp), 201);
  const token = giveToken(world, { text: "system-token" });
  const meta_app_id = app.id as number;
  const secrets = { access_token: token };
  return {
    ...{ api, app, token },
    inputs: {
      whatsapp: {
        kind: "whatsapp",
        settings: { meta_app_id, phone_number_id: ids.number, waba_id: ids.waba },
        secrets,
      },
      facebook: { kind: "facebook", settings: { meta_app_id, page_id: ids.page }, secrets },
      instagram: {
        kind: "instagram",
        settings: { meta_app_id, login: "page", page_id: ids.page, ig_id: ids.instagram },
        secrets,
      },
    },
  };
}
