import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { NeededScope } from "@/lib/input/key_scope.ts";
import {
  type Endpoint,
  type Endpoints,
  type GuardName,
  isOptional,
  type Method,
  type Methods,
  type Spec,
  type Verb,
  type Webhook,
} from "@/lib/http/endpoint.ts";
import { addExamples } from "@/lib/http/document/add_examples.ts";
import { inlineBodies } from "@/lib/http/document/inline_bodies.ts";
import { operationIdOf, tagOf } from "@/lib/http/document/operation_ids.ts";
import { makeDocumentPortable } from "@/lib/http/document/portable.ts";
import { fileHeaders } from "@/lib/http/document/files.ts";
import { describeResponses, failureHeaders, failureSchema } from "@/lib/http/document/responses.ts";
import { introduction } from "@/lib/http/reference/introduction.ts";
import { version as productVersion } from "@/lib/tools/version.ts";

interface Route {
  path: string;
  file: string;
  methods: Methods;
}

/** Imports every route below the folder; returns those that are endpoints, by path. */
export async function collectRoutes(folder: URL): Promise<Route[]> {
  const routes: Route[] = [];
  for (const file of await listFiles(folder)) {
    const { handler } = await import(new URL(file, folder).href);
    routes.push(...routesOf(file, handler));
  }
  return routes.sort((a, b) => a.file < b.file ? -1 : 1);
}

/** The endpoints of a route file, those of `endpointsBy` each at the path that it answers. */
export function routesOf(file: string, handler: Partial<Endpoint & Endpoints> = {}): Route[] {
  const { methods, parameter, endpoints = new Map<string, Endpoint>() } = handler;
  if (methods) return [{ path: pathOf(file), file, methods }];
  return [...endpoints].map(([value, { methods }]) => {
    const own = file.replace(`[${parameter}]`, value);
    return { path: pathOf(own), file: own, methods };
  });
}

export async function listFiles(folder: URL, below = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(below, folder))) {
    if (name.startsWith("(_")) continue; // what pages are made of, without a URL
    if (isDirectory) files.push(...await listFiles(folder, `${below}${name}/`));
    else if (/\.tsx?$/.test(name)) files.push(below + name);
  }
  return files;
}

/** The URL of a route file: `api/notifications/[id].ts` is `/api/notifications/{id}`. */
export function pathOf(file: string): string {
  const path = file.replace(/\.tsx?$/, "").replace(/(^|\/)index$/, "")
    .replace(/\((\w+)\)\//g, "").replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
  return `/${path}`;
}

/** Routes that callers reach; what only the installation's own gateway calls is not among them. */
export function publicRoutes(routes: Route[]): Route[] {
  const isPublic = ({ methods }: Route) =>
    Object.values(methods).every(({ guard }) => guard !== "gateway");
  return routes.filter(isPublic);
}

/** The OpenAPI 3.1 document of the routes, with the address that callers reach them at. */
export function describeRoutes(routes: Route[], serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, methods } of publicRoutes(routes)) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([verb, method]) => [
        verb.toLowerCase(),
        describe(path, verb as Verb, method),
      ]),
    );
  }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Relevo",
      version: interfaceVersion,
      "x-product-version": productVersion,
      description: introduction,
      license,
    },
    servers: [{ url: serverUrl, description: "Address of this installation of Relevo" }],
    tags: tags.map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes,
      headers: failureHeaders,
      schemas: { Failure: failureSchema },
    },
    paths,
    webhooks: describeWebhooks(routes),
  });
  inlineBodies(document as Parameters<typeof inlineBodies>[0]);
  makeDocumentPortable(document as Parameters<typeof makeDocumentPortable>[0]);
  addExamples(document as Parameters<typeof addExamples>[0]);
  return document;
}

/** The interface's version; the product has its own. */
const interfaceVersion = "1.1";

const tags: [string, string][] = [
  ["notifications", "Sending of programs, and the answers to it. Credential: API key."],
  ["webhooks", "Calls by Relevo itself, to the address that a notification was sent with."],
  ["devices", "Phones and their pairing. Credential: API key."],
  ["phone", "Calls of the phone app. Credential: the phone's own token or cookie."],
  ["contacts", "People who wrote to the company, and their messages."],
  ["clients", "Clients that the company works for."],
  ["opportunities", "Possible sales, on the board of stages."],
  ["stages", "The columns of that board."],
  ["quotes", "Quotations: lines, sending, links, acceptance."],
  ["sales", "Sales: quotations that clients have accepted and members confirmed."],
  ["products", "The catalog of products and services."],
  ["tasks", "Tasks of members, deliveries among them."],
  ["events", "Events in the calendar of the company."],
  ["notes", "Notes of colleagues on a record."],
  ["employees", "The members of a company."],
  ["companies", "Companies with their data, settings and logos."],
  ["me", "The caller's own settings, companies and invitations."],
  ["channels", "Accounts that messages come and go by, and templates of replies."],
  ["files", "Files of messages and notes."],
  [
    "programs as channels",
    "Calls of bots and exchanges. Credential: an API key of the scope `channel`.",
  ],
  ["company notifications", "Notifications, phones and keys of the company."],
  ["reports", "Reports and counts over the company's records."],
  ["activities", "History of changes, and a stream of those made now."],
  ["search", "Search by words and tags over all records."],
  ["views", "Filters of lists that members have saved."],
  ["imports", "Records that are brought from CSV and Excel files."],
  ["trash", "Deleted records, kept for thirty days."],
  ["privacy", "Retention of personal data, and the log of exports and erasures."],
  ["addressees", "Members and users whom a notification can be sent to."],
  ["links", "Calls of a client who was sent a quotation. The link itself is the credential."],
  ["logos", "Logos of companies. They need no credential."],
  ["contact form", "Calls of the forms on companies' own sites. They need no credential."],
  ["health", "Checks for the installation's operator: whether it is up, and whether it can serve."],
];

const license = { name: "MIT", identifier: "MIT" };

const securitySchemes = {
  key: { type: "http", scheme: "bearer", description: "An API key of a program, `rlv_…`." },
  device: { type: "http", scheme: "bearer", description: "A paired phone's token, `rld_…`." },
  member: {
    type: "apiKey",
    in: "header",
    name: "Cf-Access-Jwt-Assertion",
    description: "The token that the sign-in gateway adds; its name is a setting.",
  },
} as const;

const guardParameters: Partial<Record<GuardName, z.ZodObject>> = {
  member: z.object({
    company_id: z.int32().min(1).optional().meta({
      description: "The active company; required of members of two or more.",
    }),
  }),
  device: z.object({
    device: z.string().optional().meta({
      description: "Which of a browser's pairings calls, where its cookies hold several.",
    }),
  }),
};

function describe(path: string, verb: Verb, method: Method): ZodOpenApiOperationObject {
  const { guard, spec, isOfPerson } = method;
  const inGuard = isOfPerson ? undefined : guardParameters[guard];
  const query = inGuard?.extend(spec.query?.shape ?? {}) ?? spec.query;
  const headers = spec.mediaType === "*/*" ? fileHeaders : spec.headers;
  return {
    operationId: operationIdOf(path, verb),
    summary: spec.summary,
    ...describeInWords(spec),
    tags: [tagOf(path)],
    security: describeSecurity(method),
    requestParams: {
      ...(spec.params ? { path: spec.params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { header: headers } : {}),
    },
    ...(spec.body ? { requestBody: describeBody(spec.body) } : {}),
    ...(spec.bodies ? { requestBody: describeBodies(spec.bodies) } : {}),
    responses: describeResponses(guard, spec, verb, operationIdOf(path, verb)),
  };
}

function describeSecurity({ guard, spec: { scope }, isOpen }: Method) {
  if (guard === "public" || guard === "link") return [];
  const scheme = guard === "operator" ? "member" : guard;
  const credential = { [scheme]: scope && scope !== "own" ? [scope] : [] };
  return isOpen ? [credential, {}] : [credential];
}

function describeInWords({ description, scope }: Spec) {
  const text = [description, scope && scopeWords[scope]].filter(Boolean).join("\n\n");
  return text === "" ? {} : { description: text };
}

const scopeWords: Record<NeededScope, string> = {
  all: "Takes a key whose `scope` is `all`.",
  send: "Takes a key whose `scope` is `send` or `all`.",
  read: "Takes a key whose `scope` is `read` or `all`.",
  channel: "Takes a key whose `scope` is `channel`, which no other includes.",
  own: "Takes any key but one whose `scope` is `channel`; to one whose `scope` is `send` there " +
    "is only what it sent itself.",
};

function describeWebhooks(routes: Route[]): ZodOpenApiPathsObject {
  const specs = routes.flatMap(({ methods }) => Object.values(methods).map(({ spec }) => spec));
  const webhooks = specs.flatMap((spec) => Object.entries(spec.webhooks ?? {}));
  const answered = new Set(specs.map(({ returns }) => returns));
  return Object.fromEntries(webhooks.map(([name, webhook]) => [
    name,
    { post: describeWebhook(name, webhook, answered) },
  ]));
}

function describeWebhook(
  name: string,
  webhook: Webhook,
  answered: Set<z.ZodType>,
): ZodOpenApiOperationObject {
  const { summary, description, headers, body, answers } = webhook;
  return {
    operationId: `callback_${name}`,
    summary,
    description,
    tags: ["webhooks"],
    security: [],
    requestParams: { header: headers },
    requestBody: describeBody(answered.has(body) ? referTo(body) : body),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, meaning]) => [status, { description: meaning }]),
    ),
  };
}

/** A schema that is also an answer would become a second component as a body of its own. */
function referTo(schema: z.ZodType) {
  return { $ref: `#/components/schemas/${schema.meta()!.id}` };
}

function describeBody(schema: z.ZodType | { $ref: string }) {
  const required = "$ref" in schema || !isOptional(schema);
  return { required, content: { "application/json": { schema } } };
}

function describeBodies(bodies: Record<string, z.ZodType>) {
  const content = Object.entries(bodies).map(([mediaType, schema]) => [mediaType, { schema }]);
  return { required: true, content: Object.fromEntries(content) };
}
