/** Tokens, numbers, pages, Instagram accounts, subscriptions and templates. */
import { type FakeGraph, graphError, type GraphHandler, type GraphRequest } from "./graph.ts";
import type { GraphPage, GraphToken } from "./state.ts";
import { answerSubscriptions, noScope } from "./subscriptions.ts";

export const answerAccounts: GraphHandler = (request, graph) => {
  const { path, method } = request;
  const [first = "", second] = path.split("/");
  if (path === "debug_token") return debugToken(request, graph);
  if (path === "refresh_access_token") return refreshToken(request, graph);
  if (second === "subscribed_apps" || second === "subscriptions") {
    return answerSubscriptions(request, graph);
  }
  if (method !== "GET") return undefined;
  if (path === "me") return me(request, graph);
  if (path === "me/accounts") return listed(request, graph, pagesOf(request, graph));
  if (second === "phone_numbers") return numbers(request, graph, first);
  if (second === "message_templates") return templates(request, graph, first);
  return second === undefined ? readObject(request, graph, first) : undefined;
};

/** What the app may hear of a token: its own tokens alone. */
function debugToken({ query, token: caller }: GraphRequest, { state }: FakeGraph): Response {
  const text = query.get("input_token") ?? "";
  const token = state.tokens.get(text);
  const hasEnded = token?.endsAt && token.endsAt <= new Date();
  if (token && token.appId !== caller.appId) {
    const message = "(#100) The App_id in the input_token did not match the Viewing App";
    return graphError(400, { code: 100, message });
  }
  if (!token || token.isRevoked || hasEnded) {
    const error = hasEnded
      ? { code: 190, subcode: 463, message: "Error validating access token: Session has expired" }
      : { code: 190, message: "Invalid OAuth access token" };
    return Response.json({ data: { is_valid: false, scopes: [], error } });
  }
  const { appId, kind, ownerId, scopes, endsAt, reaches } = token;
  const type = { app: "APP", user: "USER", system: "SYSTEM_USER", page: "PAGE", instagram: "USER" };
  return Response.json({
    data: {
      app_id: appId,
      type: type[kind],
      is_valid: true,
      expires_at: endsAt ? Math.floor(endsAt.getTime() / 1_000) : 0,
      data_access_expires_at: 0,
      scopes,
      granular_scopes: scopes.map((scope) => {
        const wabas = [...new Set([...state.numbers.values()].map(({ wabaId }) => wabaId))]
          .filter((id) => !reaches || reaches.includes(id));
        return scope.startsWith("whatsapp_") ? { scope, target_ids: wabas } : { scope };
      }),
      user_id: ownerId,
    },
  });
}

const sixtyDays = 60 * 86_400;

function refreshToken({ query, token }: GraphRequest, graph: FakeGraph): Response {
  if (token.kind !== "instagram" || query.get("grant_type") !== "ig_refresh_token") {
    return graphError(400, { code: 100, message: "Invalid parameter" });
  }
  const text = graph.state.newId("IGAA");
  const endsAt = new Date(Date.now() + sixtyDays * 1_000);
  graph.addToken({ ...token, text, endsAt });
  return Response.json({ access_token: text, token_type: "bearer", expires_in: sixtyDays });
}

function me({ query, token }: GraphRequest, { state }: FakeGraph): Response {
  const { kind, ownerId } = token;
  if (kind === "page") return Response.json(pick(shownPage(state.pages.get(ownerId)!), query));
  if (kind === "instagram") {
    const account = state.instagrams.get(ownerId)!;
    const { appScopedId: id, id: user_id, username } = account;
    return Response.json(pick({ id, user_id, username }, query));
  }
  return Response.json(pick({ id: ownerId, name: "Relevo" }, query));
}

function reaches({ reaches: ids }: GraphToken, id: string): boolean {
  return !ids || ids.includes(id);
}

function has({ scopes }: GraphToken, scope: string): boolean {
  return scopes.includes(scope);
}

/** Pages that the token's user manages, each with a token of its own. */
function pagesOf({ token }: GraphRequest, graph: FakeGraph): object[] {
  const isPerson = ["user", "system"].includes(token.kind);
  return [...graph.state.pages.values()].filter(({ id }) => isPerson && reaches(token, id))
    .map((page) => ({ ...linkedTo(page, graph), access_token: pageToken(token, page, graph) }));
}

function pageToken(token: GraphToken, { id }: GraphPage, graph: FakeGraph): string {
  const text = `page-${id}-${token.text}`;
  const { appId, scopes } = token;
  graph.state.tokens.get(text) ??
    graph.addToken({ text, appId, scopes, kind: "page", ownerId: id });
  return text;
}

function shownPage({ id, name, username }: GraphPage) {
  return { id, name, ...username !== null && { username } };
}

function linkedTo(page: GraphPage, { state }: FakeGraph) {
  const linked = page.instagramId && state.instagrams.get(page.instagramId);
  return {
    ...shownPage(page),
    ...linked && {
      instagram_business_account: { id: linked.id, username: linked.username },
    },
  };
}

function readObject(request: GraphRequest, graph: FakeGraph, id: string): Response | undefined {
  const { state } = graph;
  const { query, token } = request;
  const app = state.apps.get(id === "app" ? token.appId : id);
  if (app) {
    return token.kind === "app" && token.appId === app.id
      ? Response.json(pick({ id: app.id, name: "Relevo" }, query))
      : undefined;
  }
  const page = state.pages.get(id);
  if (page) {
    const isOwn = token.kind === "page" && token.ownerId === id;
    const isManager = ["user", "system"].includes(token.kind) && reaches(token, id);
    if (!isOwn && !isManager) return undefined;
    const own = isManager ? { access_token: pageToken(token, page, graph) } : {};
    return Response.json(pick({ ...linkedTo(page, graph), ...own }, query));
  }
  const number = state.numbers.get(id);
  if (!number || !reaches(token, number.wabaId)) return undefined;
  return Response.json(pick({ id, display_phone_number: number.display }, query));
}

function numbers(request: GraphRequest, graph: FakeGraph, wabaId: string): Response | undefined {
  const { token } = request;
  const own = [...graph.state.numbers.values()].filter((one) => one.wabaId === wabaId);
  if (own.length === 0 || !reaches(token, wabaId)) return undefined;
  if (!has(token, "whatsapp_business_management")) return noScope("whatsapp_business_management");
  return listed(
    request,
    graph,
    own.map(({ id, display, name, quality, status = "CONNECTED" }) => ({
      ...{ id, display_phone_number: display, verified_name: name },
      ...{ quality_rating: quality, status },
    })),
  );
}

function templates(request: GraphRequest, graph: FakeGraph, wabaId: string): Response | undefined {
  if (!reaches(request.token, wabaId)) return undefined;
  return listed(request, graph, graph.state.templates.get(wabaId) ?? []);
}

/** A page of a list, with a cursor where there is more. */
function listed({ query, path }: GraphRequest, graph: FakeGraph, items: object[]): Response {
  const limit = Math.min(Number(query.get("limit") ?? 25), graph.state.perPage);
  const start = Number(query.get("after") ?? 0);
  const end = Math.min(start + limit, items.length);
  const data = items.slice(start, end).map((item) => pick(item, query));
  const cursors = { before: String(start), after: String(end) };
  const next = end < items.length ? { next: `${graph.url}/${path}?after=${end}` } : {};
  return Response.json({ data, ...data.length > 0 && { paging: { cursors, ...next } } });
}

/** The fields that were asked for; without any, all but tokens. */
function pick(object: object, query: URLSearchParams): object {
  const fields = query.get("fields")?.replace(/\{[^}]*\}/g, "").split(",") ?? [];
  return Object.fromEntries(
    Object.entries(object).filter(([name]) =>
      fields.length === 0 ? name !== "access_token" : name === "id" || fields.includes(name)
    ),
  );
}
