import { asset } from "fresh/runtime";
import type { Ctx } from "@/lib/http/context.ts";

/**
 * The reader of the API's description writes style attributes of its own, so here inline styles are
 * allowed; scripts are not, and nothing is loaded from anywhere else.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** /api/openapi.json as a page to read and try. */
export const handler = (ctx: Ctx): Response => {
  ctx.state.ownPolicy = policy;
  return ctx.html(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Relevo API</title>
<link rel="icon" href="${asset("/icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${asset("/docs.css")}">
<script type="module" src="${asset("/docs.js")}"></script>
<script type="module" src="${asset("/vendor/rapidoc.js")}"></script>
</head>
<body>
<rapi-doc spec-url="/api/openapi.json" render-style="read" show-header="false" load-fonts="false"
  regular-font="Inter, system-ui, sans-serif" mono-font="ui-monospace, monospace"
  schema-style="table" schema-description-expanded="true" allow-server-selection="false"
  nav-item-spacing="compact" sort-endpoints-by="none" persist-auth="false" show-method-in-nav-bar="as-colored-text"
  use-path-in-nav-bar="false" allow-search="false" allow-advanced-search="false">
</rapi-doc>
<noscript>This page needs JavaScript. The description itself is at
<a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
</body>
</html>`);
};
