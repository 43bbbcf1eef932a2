/** Calls of people to a running demo. */
import assert from "node:assert/strict";
import type { Launched } from "./launcher.ts";

export async function signIn(demo: Launched, email: string): Promise<{ cookie: string }> {
  const response = await fetch(`${demo.url}/.gateway/login`, {
    method: "POST",
    headers: { origin: demo.url },
    body: new URLSearchParams({ email, to: "/panel" }),
    redirect: "manual",
  });
  await response.body?.cancel();
  assert.equal(response.status, 303);
  return { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
}

export async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers, redirect: "manual" });
  await response.body?.cancel();
  return response.status;
}
