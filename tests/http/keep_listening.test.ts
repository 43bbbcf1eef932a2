import assert from "node:assert/strict";
import { keepListening } from "@/lib/http/serving/keep_listening.ts";
import { createLog } from "@/lib/tools/log.ts";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";

Deno.test("a listener that ends is followed by another, until it is shut down", async () => {
  const port = freePort();
  const servers: Deno.HttpServer[] = [];
  const lines: string[] = [];
  const open = () => {
    const options = { port, hostname: "127.0.0.1", onListen() {} };
    const number = servers.length + 1;
    const server = Deno.serve(options, () => new Response(`${number}`));
    servers.push(server);
    return server;
  };
  const listening = keepListening(open, createLog("error", (line) => void lines.push(line)));
  const ask = async () => await (await fetch(`http://127.0.0.1:${port}`)).text();
  assert.equal(await ask(), "1");
  await servers[0]!.shutdown();
  assert.equal(await until(ask, { what: "an answer of the second" }), "2");
  assert.match(lines.join(""), /"event":"listener_ended"/);
  await listening.shutdown();
  await assert.rejects(ask);
  assert.equal(servers.length, 2);
});
