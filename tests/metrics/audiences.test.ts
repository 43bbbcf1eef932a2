/** The doors that metrics tell requests by follow the guards of the routes. */
import assert from "node:assert/strict";
import { audienceOf, statusClass } from "@/lib/http/serving/audience.ts";
import type { GuardName } from "@/lib/http/endpoint.ts";
import { allEntries, allFiles } from "../http/routes.ts";

const audiencesOf: Record<GuardName, string[]> = {
  key: ["api"],
  member: ["panel"],
  operator: ["panel"],
  device: ["phone"],
  link: ["link"],
  gateway: ["gateway"],
  public: ["public", "api", "form", "hook", "health", "phone", "link"],
};

Deno.test("the door of each endpoint and page is that of its guard", async () => {
  const endpoints = (await allEntries()).map(({ path, method }) => [path, method.guard] as const);
  const pages = (await allFiles()).flatMap(({ path, guard }) =>
    guard ? [[path, guard] as const] : []
  );
  const met = new Set<string>();
  for (const [path, guard] of [...endpoints, ...pages]) {
    const audience = audienceOf(path);
    met.add(audience);
    assert.ok(audiencesOf[guard].includes(audience), `${path} (${guard}): ${audience}`);
  }
  assert.deepEqual(met, new Set(Object.values(audiencesOf).flat()));
});

Deno.test("what nobody offers has an audience too, and every status a class", () => {
  for (
    const [path, audience] of [["/", "public"], ["", "public"], ["/API/notify", "public"]] as const
  ) {
    assert.equal(audienceOf(path), audience);
  }
  assert.equal(audienceOf("/api/nothing/here"), "api");
  assert.deepEqual([101, 200, 302, 404, 599, 999].map(statusClass), [
    ...["1xx", "2xx", "3xx", "4xx", "5xx", "5xx"],
  ]);
});
