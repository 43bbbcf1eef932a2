import assert from "node:assert/strict";
import { DatabaseError } from "pg";
import { asProblem, failure } from "@/lib/http/envelope.ts";
import { type Code, problem, statuses } from "@/lib/input/errors.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

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

Deno.test("every code has its status and a sentence in both languages", () => {
  for (const [code, status] of Object.entries(statuses)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(status >= 400 && status <= 599, code);
    const { en, es } = errorWords[code as Code];
    for (const sentence of [en, es]) assert.match(sentence, /^\p{Lu}[^\n]+\.$/u, code);
    assert.notEqual(en, es, code);
  }
  for (const [status, codes] of Object.entries(contract)) {
    for (const code of codes) assert.equal(statuses[code as Code], Number(status), code);
  }
  const sentences = Object.values(errorWords).flatMap(({ en, es }) => [en, es]);
  assert.equal(new Set(sentences).size, sentences.length, "no two say the same");
});

Deno.test("a failure says no more than it has to say", async () => {
  const plain = failure(problem("not_found"), "es", "r1");
  assert.deepEqual([plain.status, await plain.json()], [404, {
    success: false,
    error: "Aquí no hay nada.",
    code: "not_found",
    requestId: "r1",
  }]);
  const fields = { title: inputWords.blank };
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
  const failure = problem("already_answered");
  assert.equal(asProblem(failure), failure);
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
