import assert from "node:assert/strict";
import fc from "fast-check";
import { DatabaseError } from "pg";
import { asProblem, failure } from "@/lib/http/envelope.ts";
import {
  catalogue,
  type Code,
  inLanguage,
  preferredLanguage,
  problem,
  say,
} from "@/lib/input/errors.ts";

const contract: Record<number, string[]> = {
  400: ["bad_json", "company_required", "bad_request"],
  401: ["unauthorized", "token_expired"],
  403: ["not_a_member", "no_membership", "cross_site"],
  404: ["not_found"],
  405: ["method_not_allowed"],
  409: ["invalid_transition", "already_answered"],
  410: ["notification_expired", "notification_closed", "link_expired"],
  413: ["too_large"],
  415: ["unsupported_media_type"],
  422: ["validation_failed", "idempotency_key_reused", "callback_url_refused", "unknown_action"],
  429: ["rate_limited"],
  500: ["internal"],
  503: ["keys_unavailable", "database_unavailable"],
};

Deno.test("every code of the catalogue has its status and a sentence in both languages", () => {
  for (const [code, { status, en, es }] of Object.entries(catalogue)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(status >= 400 && status <= 599, code);
    for (const sentence of [en, es]) assert.match(sentence, /^\p{Lu}[^\n]+\.$/u, code);
    assert.notEqual(en, es, code);
  }
  for (const [status, codes] of Object.entries(contract)) {
    for (const code of codes) assert.equal(catalogue[code as Code]?.status, Number(status), code);
  }
  const sentences = Object.values(catalogue).flatMap(({ en, es }) => [en, es]);
  assert.equal(new Set(sentences).size, sentences.length, "no two say the same");
});

Deno.test("the language is the one of ours that the caller likes best", () => {
  const wanted: [string | null, "en" | "es"][] = [
    [null, "en"],
    ["", "en"],
    ["es", "es"],
    ["ES-mx", "es"],
    ["es-ES,es;q=0.9,en;q=0.8", "es"],
    ["en-GB,en;q=0.9,es;q=0.8", "en"],
    ["fr-FR,fr;q=0.9,es;q=0.2", "es"],
    ["es;q=0.3, en;q=0.7", "en"],
    ["en;q=0, es;q=0.1", "es"],
    ["es;q=0", "en"],
    ["fr, de", "en"],
    ["*", "en"],
    ["es ; q=0.5 , en ; q=0.4", "es"],
    ["es;level=1;q=0.5,en;q=0.6", "en"],
    ["en,es", "en"],
    ["es,en", "es"],
    ["espresso", "en"],
    ["es;q=x", "en"],
  ];
  for (const [header, language] of wanted) {
    assert.equal(preferredLanguage(header), language, String(header));
  }
  fc.assert(fc.property(fc.string({ unit: "binary" }), (header) => {
    assert.ok(["en", "es"].includes(preferredLanguage(header)));
  }));
});

Deno.test("a message of two languages is shown in one", () => {
  const both = say("is not a URL", "no es una URL");
  assert.deepEqual([inLanguage(both, "en"), inLanguage(both, "es")], [
    "is not a URL",
    "no es una URL",
  ]);
  assert.equal(inLanguage("just this", "es"), "just this");
});

Deno.test("a failure says no more than it has to say", async () => {
  const plain = failure(problem("not_found"), "es", "r1");
  assert.deepEqual([plain.status, await plain.json()], [404, {
    ...{ success: false, error: "Aquí no hay nada.", code: "not_found", requestId: "r1" },
  }]);
  const fields = { title: say("must not be blank", "no puede estar en blanco") };
  const full = problem("validation_failed", { fields, details: { a: 1 }, headers: { "X-A": "b" } });
  const answer = failure(full, "en", "r2");
  assert.equal(answer.headers.get("x-a"), "b");
  const body = await answer.json();
  assert.deepEqual([body.fields, body.details], [{ title: "must not be blank" }, { a: 1 }]);
  assert.equal(
    failure(problem("unauthorized"), "en", "r").headers.get("www-authenticate"),
    "Bearer",
  );
  for (const code of ["database_unavailable", "keys_unavailable"] as const) {
    assert.match(failure(problem(code), "en", "r").headers.get("retry-after")!, /^\d+$/);
  }
});

Deno.test("what is thrown becomes the error that a caller may see", () => {
  const known = problem("already_answered");
  assert.equal(asProblem(known), known);
  for (const thrown of [new Error("secret"), "text", null, undefined, { code: 7 }]) {
    assert.equal(asProblem(thrown).code, "internal");
  }
  const timeouts = ["57014", "55P03", "25P03", "25P04", "57P05"];
  for (const code of ["57P01", "08006", ...timeouts]) {
    const error = Object.assign(new DatabaseError("x", 1, "error"), { code });
    assert.equal(asProblem(error).code, "database_unavailable", code);
  }
  const duplicate = Object.assign(new DatabaseError("x", 1, "error"), { code: "23505" });
  assert.equal(asProblem(duplicate).code, "internal");
  const fullPool = new Error("timeout exceeded when trying to connect"); // as pg-pool says it
  assert.equal(asProblem(fullPool).code, "database_unavailable");
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  assert.equal(asProblem(refused).code, "database_unavailable");
});
