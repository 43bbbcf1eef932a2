import { sql } from "kysely";
import { publishedKeys } from "@/gateway/auth/keys.ts";
import { Refusal } from "@/gateway/auth/refusal.ts";
import type { Action } from "@/gateway/http/page_request.ts";
import { json } from "@/gateway/http/reply.ts";

/** The key set that the app verifies tokens against. */
export const showKeys: Action = async ({ gateway }) =>
  json(await publishedKeys(gateway.database.db), { "Cache-Control": "public, max-age=60" });

/** Whether the gateway can sign people in: its database answers. */
export const health: Action = async ({ gateway }) => {
  await sql`select 1`.execute(gateway.database.db);
  return json({ success: true, data: { status: "ok" } });
};

export const showAsset: Action = ({ gateway, req, url }) => {
  const asset = gateway.assets.get(url.pathname.slice("/.gateway/static/".length));
  if (!asset) throw new Refusal("not_found");
  const { body, type, etag } = asset;
  const headers = { "Cache-Control": "no-cache", ETag: etag };
  if (req.headers["if-none-match"] === etag) return { status: 304, headers };
  return { status: 200, headers: { ...headers, "Content-Type": type }, body };
};
