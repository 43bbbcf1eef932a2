/** The examples of docs/api/channels.md, run as they stand there. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { expectData } from "../crm/scene.ts";
import { connect, delivered, goNow } from "../channels/scene.ts";
import { isFound } from "./driver.ts";
import { waiters } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { makeWorld, people } from "../support/world.ts";

const folder = new URL("../../docs/samples/channels/", import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, folder));

const chat = { id: 77, type: "private" };
const ana = { id: 77, first_name: "Ana", last_name: "García" };
const message = { chat, from: ana, date: 1_795_168_800 };

/** What of Telegram's Bot API the example calls, with one customer who writes twice. */
function startBotApi() {
  const updates = [
    { update_id: 1, message: { ...message, message_id: 1, text: "¿Arreglan puertas?" } },
    {
      update_id: 2,
      message: {
        ...message,
        message_id: 2,
        caption: "Esta",
        document: { file_id: "f1", file_name: "puerta.txt" },
      },
    },
  ];
  const sent: { method: string; fields: Record<string, string> }[] = [];
  const waiting = waiters();
  const stopping = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: stopping.signal, onListen() {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/file/bottoken/documents/f1") return new Response("dos hojas");
      const method = pathname.replace("/bottoken/", "");
      const form = await request.formData();
      const fields: Record<string, string> = {};
      for (const [name, value] of form) {
        fields[name] = value instanceof File ? `${value.name}: ${await value.text()}` : value;
      }
      if (method === "getFile") return ok({ file_path: "documents/f1" });
      if (method === "getUpdates") {
        const news = updates.filter(({ update_id }) => update_id >= Number(fields.offset));
        if (news.length > 0) return ok(news);
        // Telegram holds the call while there is nothing new.
        await new Promise((resolve) => {
          stopping.signal.addEventListener("abort", resolve);
          request.signal.addEventListener("abort", resolve);
        });
        return ok([]);
      }
      sent.push({ method, fields });
      waiting.check();
      return ok({ message_id: 100 + sent.length });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    sent: (n: number) => waiting.wait(() => sent.length >= n && sent, `${n} calls`),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.finished;
    },
  };
}

function ok(result: unknown): Response {
  return Response.json({ ok: true, result });
}

Deno.test({
  name: "the bot bridges Telegram in both directions, with files",
  ignore: !await isFound("node"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using front = startFront();
    await using world = await makeWorld({ env: { PUBLIC_URL: front.url } });
    front.lead(world.url);
    await using botApi = startBotApi();
    const port = freePort();
    const callbackUrl = `http://127.0.0.1:${port}/`;
    const program = await connect(world, { callbackUrl });
    const { api } = program;
    const child = new Deno.Command("node", {
      args: [pathOf("telegram.mjs")],
      env: {
        ...{ RELEVO_URL: world.url, RELEVO_KEY: program.key, RELEVO_SECRET: program.secret },
        ...{ RELEVO_CHANNEL: String(program.id), PORT: String(port) },
        ...{ TELEGRAM_URL: botApi.url, TELEGRAM_TOKEN: "token" },
      },
      stdout: "null",
    }).spawn();
    try {
      const [contact] = await until(async () => {
        const contacts = await expectData(api("GET", "/contacts?q=Ana"));
        const of = contacts[0] &&
          await expectData(api("GET", `/contacts/${contacts[0].id}/messages`));
        return of?.length === 2 && contacts;
      });
      const [second, first] = await expectData(api("GET", `/contacts/${contact.id}/messages`));
      assert.deepEqual([first.body, second.body], ["¿Arreglan puertas?", "Esta"]);
      assert.equal(contact.name, "Ana García");
      const [file] = second.files;
      assert.deepEqual([file.name, file.type, file.size], ["puerta.txt", "text/plain", 9]);
      const { steps } = await expectData(api("POST", `/channels/${program.id}/test`));
      assert.ok(steps.every(({ ok }: { ok: boolean }) => ok), JSON.stringify(steps));
      const offer = await expectData(
        world.call("POST", "/api/admin/files?name=oferta.txt", {
          member: people.ana,
          body: "120 euros",
        }),
        201,
      );
      const reply = { direction: "out", via: program.id, body: "Sí", files: [offer.id] };
      const { id } = await expectData(api("POST", `/contacts/${contact.id}/messages`, reply), 201);
      await goNow(world);
      const calls = await botApi.sent(2);
      assert.deepEqual(calls, [
        { method: "sendMessage", fields: { chat_id: "77", text: "Sí" } },
        { method: "sendDocument", fields: { chat_id: "77", document: "oferta.txt: 120 euros" } },
      ]);
      await delivered(program, contact.id, id, "sent");
      const forged = await fetch(callbackUrl, { method: "POST", body: "{}" });
      assert.equal(forged.status, 401);
    } finally {
      child.kill();
      await child.status;
    }
  },
});

Deno.test({
  name: "the exchange files a missed call as a contact of the channel phone",
  ignore: !await isFound("curl"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using world = await makeWorld();
    const program = await connect(world, { channel: "phone" });
    const call = async (...args: string[]) => {
      const { success, stderr } = await new Deno.Command("sh", {
        args: [pathOf("missed_calls.sh"), ...args],
        env: {
          ...{ RELEVO_URL: world.url, RELEVO_KEY: program.key },
          RELEVO_CHANNEL: String(program.id),
        },
      }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
    };
    await call("+34600111222", "17.1", "Marta Gil");
    await call("+34600111222", "17.1");
    await call("+34600111222", "17.2");
    const [contact, ...others] = await expectData(program.api("GET", "/contacts?channel=phone"));
    assert.deepEqual(
      [contact.name, contact.phone, contact.channel, others.length],
      ["Marta Gil", "+34600111222", "phone", 0],
    );
    const messages = await expectData(program.api("GET", `/contacts/${contact.id}/messages`));
    assert.deepEqual(
      messages.map(({ body }: { body: string }) => body),
      Array(2).fill("Missed call"),
    );
  },
});

/** The public address, which files of messages are read at: it leads to the app once it has a port. */
function startFront() {
  let app = "";
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const { pathname, search } = new URL(url);
    return fetch(app + pathname + search);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    lead(to: string) {
      app = to;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
