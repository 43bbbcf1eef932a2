import * as z from "zod";
import {
  companyOf,
  contactFormBody,
  languageIn,
  maxFormBytes,
  readContactForm,
  textOf,
} from "@/lib/crm/contacts/contact_form.ts";
import { refusalPage, thanksPage } from "@/lib/crm/contacts/contact_pages.ts";
import { receiveContact } from "@/lib/crm/contacts/receive_contact.ts";
import {
  isOwnOrigin,
  listSites,
  listSitesLately,
  nextPage,
  type Site,
} from "@/lib/crm/contacts/site.ts";
import { surroundingNetwork } from "@/lib/http/request.ts";
import type { Services } from "@/lib/service/services.ts";
import { asPublic, type InNamedCompany } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asProblem, reply } from "@/lib/http/envelope.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { isForm, isFormPost, readFormOrJson } from "@/lib/http/form_body.ts";
import type { Language } from "@/lib/words/language.ts";

export const handler = endpoint({
  POST: asPublic({
    summary: "The contact form of the companies' sites",
    description:
      "At least one of `email` and `phone`. The sender joins the thread of the contact with that " +
      "address or number, if there is one. Fields that are not named here are kept with the " +
      "message: 16 at most, 500 characters each, in JSON one text for each. `referrer`, fields " +
      "named `utm_…` and `consent_text_version` are kept too, cut where they are longer than may " +
      "be kept. A form post is answered with 303 to `redirect`, where its origin is one of the " +
      "company's public origins, or with a small page (200, or the status of what is wrong); " +
      "scripts get JSON, and so does any form post with `Accept: application/json`. Beyond the " +
      "day's limit posts are accepted and held, unless the sender's address is known or it is " +
      "the first of its network in 24 hours with a text that nobody sent within the hour: `GET " +
      "/api/admin/contacts?held=true`. Other sites' scripts may read the answer where their " +
      "origin is one of these (CORS).",
    query: z.looseObject({}),
    bodies: { "application/json": contactFormBody },
    returns: z.object({
      received: z.literal(true).meta({ description: "Whether the message was taken." }),
    }),
    status: 201,
    errors: ["rate_limited"],
    run: async (call) => {
      const { db } = call.services.database;
      const visit: Visit = { ...call, sites: [] };
      try {
        await takePost(visit);
        visit.sites = await listSites(db);
        await receive(visit);
        return isFormPost(call.req) ? thank(visit) : reply({ received: true }, {
          status: 201,
          headers: corsHeaders(visit),
        });
      } catch (error) {
        return refuse(visit, asProblem(error));
      }
    },
  }),
}, {
  // A preflight has no body, so the origin of any company may ask.
  preflight: async ({ req, state }) => {
    const allowed = corsHeaders({ req, sites: await listSites(state.services.database.db) });
    if (!allowed["Access-Control-Allow-Origin"]) return allowed;
    return {
      ...allowed,
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": "Content-Type",
      "Access-Control-Max-Age": "600",
    };
  },
});

/** One post, and what is known of it so far. */
interface Visit {
  req: Request;
  address: string;
  services: Services;
  inCompany: InNamedCompany;
  requestId: string;
  language: Language;
  sites: Site[];
  /** The company whose site it came from. */
  site?: Site;
  values?: unknown;
}

/** Takes the post. A refusal costs no statement: recently read sites decide who may read it. */
async function takePost(visit: Visit): Promise<void> {
  const { contactLimiter, database } = visit.services;
  try {
    contactLimiter?.take(visit.address);
  } catch (error) {
    visit.sites = await listSitesLately(database.db);
    throw error;
  }
}

async function receive(visit: Visit): Promise<void> {
  const { req, services } = visit;
  visit.values = await readFormOrJson(req, maxFormBytes);
  visit.site = visit.sites.find(({ id }) => id === companyOf(visit.values));
  if (isFormPost(req)) visit.language = languageIn(visit.values) ?? visit.language;
  const form = readContactForm(visit.values, { isForm: isForm(req) });
  const around = {
    sourceUrl: pageOf(req),
    network: surroundingNetwork(visit.address),
    perDay: services.config.contactLimits.perDay,
  };
  await visit.inCompany(form.companyId, (trx) => receiveContact(trx, form, around));
}

function thank(visit: Visit): Response {
  const { req, site, values, language } = visit;
  const headers = corsHeaders(visit);
  const next = nextPage(site!, textOf(values, "redirect"), req.headers.get("origin"));
  if (next) return new Response(null, { status: 303, headers: { ...headers, Location: next } });
  const home = nextPage(site!, pageOf(req), null);
  const page = thanksPage(site!, language, home);
  return new Response(page.html, { headers: { ...headers, ...page.headers } });
}

/** A page for a form; for a script the envelope, which it may read where its origin is allowed. */
function refuse(visit: Visit, { code, status, extras }: Problem): Response {
  const { req, site, language, services, requestId } = visit;
  const headers = { ...extras.headers, ...corsHeaders(visit) };
  const refusal = problem(code, { ...extras, headers });
  if (!isFormPost(req) || code === "internal") throw refusal;
  if (status >= 500) services.log.warn(code, { requestId, error: String(extras.cause) });
  const page = refusalPage(site, language, refusal);
  return new Response(page.html, { status, headers: { ...headers, ...page.headers } });
}

/** CORS: the site's own origins once the site is known, before that those of any. */
function corsHeaders({ req, sites, site }: Pick<Visit, "req" | "sites" | "site">) {
  const origin = req.headers.get("origin");
  const headers: Record<string, string> = { Vary: "Origin" };
  if (isOwnOrigin(site ? [site] : sites, origin)) headers["Access-Control-Allow-Origin"] = origin;
  return headers;
}

function pageOf(req: Request): string | null {
  const referrer = req.headers.get("referer") ?? "";
  return /^https?:\/\//.test(referrer) && referrer.length <= 2048 && URL.canParse(referrer)
    ? referrer
    : null;
}
