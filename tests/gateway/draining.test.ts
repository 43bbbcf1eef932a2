/** A gateway that is asked to stop. */
import assert from "node:assert/strict";
import { deadline, patienceMs } from "@/tests/support/wait.ts";
import { askRaw } from "@/tests/support/wire.ts";
import { scene } from "./support/scene.ts";

scene("a gateway that was asked to stop says so, and serves on", async (at) => {
  const { app, opened, member } = at;
  const ana = await member("ana@shop.example");
  const chunks = ["id: 1\n\n", "id: 2\n\n", "id: 3\nda"];
  const streams = [1, 2, 3].map((count) => {
    const departure = Promise.withResolvers<void>();
    return { sent: chunks.slice(0, count), departure };
  });
  let next = 0;
  app.answerWith((request) => {
    if (!request.url.endsWith("/stream")) return new Response("the app");
    const { sent, departure } = streams[next++]!;
    const body = new ReadableStream({
      start: (out) => sent.forEach((chunk) => out.enqueue(new TextEncoder().encode(chunk))),
      cancel: () => departure.resolve(),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const reading = [];
  for (const { sent } of streams) {
    const response = await fetch(`${opened.url}/api/phone/stream`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let got = "";
    while (got.length < sent.join("").length) got += (await reader.read()).value;
    reading.push({ got, reader });
  }
  assert.equal((await askRaw(`${opened.url}/readyz`)).text, "the app");
  opened.drain();
  const ends = ["retry: 500\n\n", "retry: 500\n\n", ""];
  for (const [index, { got, reader }] of reading.entries()) {
    let rest = "";
    for (let part; !(part = await reader.read()).done;) rest += part.value;
    assert.equal(got + rest, streams[index]!.sent.join("") + ends[index]);
    await deadline(streams[index]!.departure.promise, patienceMs, "the app's stream to end");
  }
  for (const path of ["/readyz", "//READYZ", "/.gateway/healthz"]) {
    const { status, headers, text } = await askRaw(opened.url + path);
    assert.deepEqual([status, headers["retry-after"], headers.connection], [503, "2", "close"]);
    assert.deepEqual(JSON.parse(text).details, { stuck: ["draining"] });
  }
  const page = await ana.get("/panel");
  assert.equal(page.text, "the app");
  assert.equal((await askRaw(`${opened.url}/phone/`)).headers.connection, "close");
});
