/** Attacks without any credential. */
import { ask, type Attack, ended, formOf, from, jsonPost, repeat } from "./ask.ts";

const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="n${n}"\r\n\r\n1\r\n`;
const listOf = <T>(length: number, one: (n: number) => T) =>
  Array.from({ length }, (_, n) => one(n));

/** Bodies as long as the public form accepts. */
const bulky = [
  {
    type: "application/x-www-form-urlencoded",
    body: listOf(15_000, (n) => `n${n}`).join("=1&").slice(0, 63_000),
  },
  { type: "multipart/form-data; boundary=b", body: `${listOf(900, part).join("")}--b--` },
  { type: "application/json", body: "[".repeat(30_000) + "]".repeat(30_000) },
];
const large = "x".repeat(2_000_000);

export const strangers: Record<string, Attack> = {
  "a stranger's queries and forms of 16,000 names": (load, until) =>
    repeat(8, until, (n) => {
      const names = Array.from({ length: 16_000 }, (_, name) => `n${name}`).join("=1&");
      if (n % 2) return ask(`${load.url}/healthz?${names.slice(0, 60_000)}`, {}, until);
      return ask(`${load.url}/q/none/accept`, { method: "POST", body: formOf(names) }, until);
    }),
  "a stranger's 1,500 silent connections": async (load, until) => {
    const { hostname, port } = new URL(load.url);
    const start = new TextEncoder().encode("POST /api/notify HTTP/1.1\r\nHost: x\r\nContent-Le");
    await Promise.all(Array.from({ length: 1_500 }, async () => {
      const socket = await Deno.connect({ hostname, port: Number(port) });
      await socket.write(start);
      until.addEventListener("abort", () => socket.close());
    }));
    await ended(until);
  },
  "a stranger's messages to the public form": (load, until) =>
    repeat(16, until, (n) => {
      const message = { site: "design", email: `a${n}@b.example`, message: "x".repeat(5_000) };
      return ask(`${load.url}/api/contact`, jsonPost(message), until);
    }),
  "messages to the public form from everywhere": (load, until) =>
    repeat(16, until, (n) => {
      const message = { site: "design", email: `a${n}@b.example`, message: "x".repeat(5_000) };
      const init = jsonPost(message);
      return ask(
        `${load.url}/api/contact`,
        { ...init, headers: { ...init.headers, ...from(n) } },
        until,
      );
    }),
  "forms of 15,000 fields and of 900 parts, and deep JSON, from everywhere": (load, until) =>
    repeat(8, until, (n) => {
      const { type, body } = bulky[n % bulky.length]!;
      const headers = { "Content-Type": type, ...from(n) };
      return ask(`${load.url}/api/contact`, { method: "POST", headers, body }, until);
    }),
  "a stranger's reads of the API page, 20 at once": (load, until) =>
    repeat(20, until, () => ask(`${load.url}/api/docs`, {}, until)),
  "a stranger's reads of the OpenAPI document, compressed": (load, until) =>
    repeat(20, until, () => {
      const headers = { "Accept-Encoding": "br" };
      return ask(`${load.url}/api/openapi.json`, { headers }, until);
    }),
  "a stranger's visits to the panel": (load, until) =>
    repeat(16, until, () => ask(`${load.url}/panel`, { headers: { Accept: "text/html" } }, until)),
  "a stranger's bodies of 2 MB without a key": (load, until) =>
    repeat(4, until, () => ask(`${load.url}/api/notify`, { ...jsonPost(""), body: large }, until)),
  "a stranger's cookies of phones that are none": (load, until) =>
    repeat(16, until, (n) => {
      const cookie = (at: number) => `relevo_device_${crypto.randomUUID()}=${n}x${at}`;
      const headers = { Cookie: Array.from({ length: 50 }, (_, at) => cookie(at)).join("; ") };
      return ask(`${load.url}/api/phone/pairings`, { headers }, until);
    }),
  "a stranger's 300 bodies that come byte by byte": async (load, until) => {
    const { hostname, port } = new URL(load.url);
    const head = `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      "Content-Length: 60000\r\n\r\n{";
    await Promise.all(Array.from({ length: 300 }, async () => {
      const socket = await Deno.connect({ hostname, port: Number(port) });
      await socket.write(new TextEncoder().encode(head));
      while (!until.aborted) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        await socket.write(new Uint8Array([32])).catch(() => {});
      }
      socket.close();
    }));
  },
  "a stranger's forged tokens": (load, until) =>
    repeat(16, until, (n) => {
      const forged = load.token.slice(0, -12) + String(n).padStart(12, "A");
      const headers = { "Cf-Access-Jwt-Assertion": forged };
      return ask(`${load.url}/api/admin/contacts`, { headers }, until);
    }),
};
