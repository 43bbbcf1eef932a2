import * as z from "zod";
import { type Code, statuses } from "@/lib/input/errors.ts";
import { listMeta } from "@/lib/input/list.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { fileResponses } from "@/lib/http/document/files.ts";
import { type GuardName, type Spec, takesNothing, type Verb } from "@/lib/http/endpoint.ts";

export const failureSchema = z.object({
  success: z.literal(false).meta({ description: "Whether the call succeeded." }),
  error: z.string().meta({ description: "A sentence for a person." }),
  code: z.enum(Object.keys(statuses) as [Code, ...Code[]]).meta({
    description: "What went wrong, for a program; the same in every language.\n\n" +
      Object.entries(errorWords).map(([code, { en }]) => `\`${code}\`: ${en}`).join("\n\n"),
  }),
  fields: z.record(z.string(), z.string()).optional().meta({
    description: "By the path of each wrong field, what is wrong with it.",
  }),
  details: z.record(z.string(), z.unknown()).optional().meta({
    description: "Data for a program to correct the call; its fields depend on `code`.",
  }),
  requestId: z.string().meta({
    description: "The call's id, also in `X-Request-Id`; the server's log has it.",
  }),
}).meta({ id: "Failure" });

export function describeResponses(guard: GuardName, spec: Spec, verb: Verb, operationId: string) {
  return { ...describeSuccesses(spec, operationId), ...describeFailures(guard, spec, verb) };
}

function describeSuccesses(spec: Spec, operationId: string) {
  if (spec.mediaType === "*/*") return fileResponses;
  const isStream = spec.mediaType === "text/event-stream";
  const description = isStream ? "A stream of server-sent events (HTML, 9.2)" : "OK";
  const all = { [spec.status ?? 200]: description, ...spec.also };
  const described = Object.entries(all).map(([status, words]) => [
    status,
    describeSuccess(spec, words, operationId),
  ]);
  return Object.fromEntries(described);
}

function describeSuccess(spec: Spec, description: string, operationId: string) {
  if (spec.mediaType) {
    const isText = /^(text|application\/json)/.test(spec.mediaType);
    const schema = isText ? spec.returns : { type: "string", format: "binary" } as const;
    return { description, content: { [spec.mediaType]: { schema } } };
  }
  return {
    description,
    content: { "application/json": { schema: envelopeOf(spec, operationId) } },
  };
}

const envelopes = new Map<string, { schema: z.ZodType; of: z.ZodType; meta?: z.ZodType }>();

/** A component, the same for all that return the same: named after that, or after its `meta`. */
function envelopeOf({ returns, meta }: Spec, operationId: string): z.ZodType {
  const name = nameOf(returns);
  const own = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Answer`;
  const shared = name === undefined
    ? own
    : meta === listMeta
    ? name.replace(/List$/, "Page")
    : `${ownMeta(name, meta) ?? name}Answer`;
  // The same record may come with another `meta`.
  const isOther = envelopes.has(shared) && envelopes.get(shared)!.meta !== meta;
  const id = isOther ? own : shared;
  const envelope = envelopes.get(id);
  if (envelope && envelope.meta === meta && (envelope.of === returns || name !== undefined)) {
    return envelope.schema;
  }
  const schema = z.object({
    success: z.literal(true),
    data: returns,
    ...(meta ? { meta } : {}),
  }).meta({ id });
  envelopes.set(id, { schema, of: returns, meta });
  return schema;
}

/** `MessageParts` of a `Message`; undefined for what records of others have too. */
function ownMeta(name: string, meta?: z.ZodType): string | undefined {
  const id = meta?.meta()?.id;
  return id?.startsWith(name) ? id : undefined;
}

/** `Contact`, `ContactList`; undefined for what has no name of its own. */
function nameOf(returns: z.ZodType): string | undefined {
  if (returns instanceof z.ZodArray) {
    const element = nameOf(returns.element as z.ZodType);
    return element && `${element}List`;
  }
  return returns.meta()?.id;
}

/** The codes an endpoint can answer with: its own, its guard's and those of its input. */
export function codesOf(guard: GuardName, spec: Spec, verb: Verb): Code[] {
  const codes = new Set<Code>([...(spec.errors ?? []), ...guardCodes[guard]]);
  for (const code of anyCodes) codes.add(code);
  if (spec.params) codes.add("not_found").add("bad_request");
  if (spec.body || spec.bodies || takesNothing(verb, spec)) {
    for (const code of bodyCodes) codes.add(code);
  }
  return [...codes];
}

const anyCodes: Code[] = [
  "validation_failed",
  "uri_too_long",
  "internal",
  "database_unavailable",
];
const bodyCodes: Code[] = ["bad_request", "bad_json", "too_large", "unsupported_media_type"];
const guardCodes: Record<GuardName, Code[]> = {
  key: ["unauthorized", "key_expired", "insufficient_scope", "rate_limited"],
  device: ["unauthorized", "cross_site", "rate_limited"],
  member: [
    "unauthorized",
    "token_expired",
    "keys_unavailable",
    "cross_site",
    "company_required",
    "not_a_member",
    "no_membership",
    "rate_limited",
  ],
  operator: [
    ...["unauthorized", "token_expired", "keys_unavailable", "cross_site", "not_found"] as const,
    "rate_limited",
  ],
  link: ["not_found", "link_expired", "rate_limited"],
  gateway: ["not_found"],
  public: [],
};

const usualCodes: Code[] = [
  "bad_request",
  "method_not_allowed",
  "bad_json",
  "too_large",
  "uri_too_long",
  "unsupported_media_type",
  "validation_failed",
  "rate_limited",
  "internal",
  "database_unavailable",
];

/** Codes shared by every call at a guard; a link's are each operation's own. */
const sharedCodes: Record<GuardName, Code[]> = { ...guardCodes, link: [] };

export const failureHeaders = {
  "X-Request-Id": {
    description: "What the log calls this call; also `requestId` in the body. That of a proxy in " +
      "front of Relevo, where it gives one of 8 to 64 letters, digits, `-` and `_`.",
    schema: { type: "string" },
  },
} as const;

const requestId = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } } as const;

/** The `default` response: the failures of every operation at the guard, and of one with an id. */
function describeOthers(codes: Code[]) {
  const byStatus = Map.groupBy(
    codes.toSorted((a, b) => statuses[a] - statuses[b]),
    (code) => statuses[code],
  );
  return {
    description: `Fails with ${
      [...byStatus].map(([status, codes]) => `${status} ${listCodes(codes)}`).join("; ")
    }.`,
    headers: {
      ...requestId,
      "Retry-After": {
        description: "Seconds to wait before the call is made again; with 429 and 503.",
        schema: { type: "integer", format: "int64" },
      },
    },
    content: { "application/json": { schema: failureSchema } },
  } as const;
}

/** A status that the operation has codes of its own for is described with all of its codes. */
function describeFailures(guard: GuardName, spec: Spec, verb: Verb) {
  const ofPath: Code[] = spec.params ? ["not_found"] : [];
  const others = [...new Set([...usualCodes, ...sharedCodes[guard], ...ofPath])];
  const all = codesOf(guard, spec, verb);
  const own = new Set(all.filter((code) => !others.includes(code)).map((code) => statuses[code]));
  const byStatus = Map.groupBy(
    all.filter((code) => own.has(statuses[code])),
    (code) => statuses[code],
  );
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  const described = sorted.map(([status, codes]) => [status, {
    description: `Fails with the code ${listCodes(codes.toSorted())}.`,
    headers: requestId,
    content: { "application/json": { schema: failureSchema } },
  }]);
  return { ...Object.fromEntries(described), default: describeOthers(others) };
}

/** What each code means is said once, in `Failure`. */
function listCodes(codes: Code[]): string {
  return codes.map((code) => `\`${code}\``).join(", ");
}

/** The codes that the description of a failure lists. */
export function codesIn(description: string): Code[] {
  const [list = ""] = /^Fails with .+/.exec(description) ?? [];
  return [...list.matchAll(/`(\w+)`/g)].map(([, code]) => code as Code);
}
