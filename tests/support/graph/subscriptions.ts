/** Whose hooks an app gets, and where they go. */
import { type FakeGraph, graphError, type GraphRequest } from "./graph.ts";

export async function answerSubscriptions(
  request: GraphRequest,
  graph: FakeGraph,
): Promise<Response | undefined> {
  const [id = "", what] = request.path.split("/");
  return what === "subscriptions"
    ? await setHook(request, graph, id)
    : accountHooks(request, graph, id);
}

/** Proves the address as Meta does before it is taken. */
async function setHook(
  { method, token, body }: GraphRequest,
  { state }: FakeGraph,
  appId: string,
): Promise<Response | undefined> {
  const app = state.apps.get(appId);
  if (!app || token.kind !== "app" || token.appId !== appId) return undefined;
  if (method !== "POST") {
    const data = [...app.subscriptions].map(([object, { url, fields }]) => ({
      ...{ object, callback_url: url, active: true },
      fields: fields.map((name) => ({ name, version: "v25.0" })),
    }));
    return Response.json({ data });
  }
  const [object, url, verifyToken, names] = ["object", "callback_url", "verify_token", "fields"]
    .map((name) => String(body[name] ?? "")) as [string, string, string, string];
  const fields = names.split(",");
  const wrong = fields.find((name) => !knownFields[object]?.includes(name));
  if (wrong !== undefined) {
    return graphError(400, { code: 100, message: `(#100) Invalid field ${wrong} for ${object}` });
  }
  const challenge = "1158201444";
  const called = new URL(url);
  const real = new URL(called.pathname, state.hookOrigin ?? called.origin);
  real.search = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.challenge": challenge,
    "hub.verify_token": verifyToken,
  }).toString();
  const answer = await fetch(real).catch(() => null);
  if (!answer || await answer.text() !== challenge) {
    const message = "(#2200) Callback verification failed";
    return graphError(400, { code: 2200, message });
  }
  app.subscriptions.set(object, { url, verifyToken, fields });
  return Response.json({ success: true });
}

/** By object: fields that this version has. */
const knownFields: Record<string, string[]> = {
  page: [
    ...["messages", "messaging_postbacks", "message_reads", "message_deliveries"],
    ...["message_echoes", "message_reactions", "message_edits", "messaging_referrals"],
    ...["messaging_handovers", "standby", "feed"],
  ],
  instagram: [
    ...["messages", "messaging_postbacks", "messaging_seen", "message_reactions"],
    ...["message_edit", "messaging_referral", "standby", "comments"],
  ],
  whatsapp_business_account: [
    ...["messages", "message_template_status_update", "phone_number_quality_update"],
    ...["account_update", "user_preferences", "smb_message_echoes", "history"],
    "smb_app_state_sync",
  ],
};

function accountHooks(
  { method, token, body }: GraphRequest,
  { state }: FakeGraph,
  path: string,
): Response | undefined {
  const id = path === "me" ? token.ownerId : path;
  const object = state.pages.has(id) ? "page" : state.instagrams.has(id) ? "instagram" : null;
  const isWaba = [...state.numbers.values()].some(({ wabaId }) => wabaId === id);
  if (!object && !isWaba) return undefined;
  if (object && token.ownerId !== id) {
    return graphError(403, { code: 210, message: "(#210) A page access token is required" });
  }
  if (object === "page" && !token.scopes.includes("pages_manage_metadata")) {
    return noScope("pages_manage_metadata");
  }
  const key = `${token.appId}:${id}`;
  if (method === "DELETE") state.subscribed.delete(key);
  if (method !== "GET") {
    const fields = String(body.subscribed_fields ?? "").split(",").filter((name) => name !== "");
    const wrong = fields.find((name) => object && !knownFields[object]!.includes(name));
    if (wrong !== undefined || object && method === "POST" && fields.length === 0) {
      return graphError(400, { code: 100, message: `(#100) Param subscribed_fields: ${wrong}` });
    }
    if (method === "POST") state.subscribed.set(key, fields);
    return Response.json({ success: true });
  }
  const fields = state.subscribed.get(key);
  const app = { id: token.appId, name: "Relevo", link: "https://relevo.example" };
  if (!fields) return Response.json({ data: [] });
  const data = object ? { ...app, subscribed_fields: fields } : { whatsapp_business_api_data: app };
  return Response.json({ data: [data] });
}

export function noScope(scope: string): Response {
  const message = `(#200) Requires ${scope} permission to manage the object`;
  return graphError(403, { code: 200, message });
}
