import assert from "node:assert/strict";
import { misbehaviour, type Script, startRawReceiver } from "../../support/raw_receiver.ts";
import { testOnEach } from "../../support/world.ts";
import { askAndAnswer, attempted, makeDue } from "../scene.ts";

testOnEach("a status of 2xx has delivered, however the body ends", async (world) => {
  const phone = await world.pairPhone("maria");
  const broken: Script = async (line) => {
    await line.read();
    await line.write("HTTP/1.1 202 Accepted\r\ncontent-length: 9000\r\n\r\nhal");
  };
  for (const [script, status] of [[broken, 202], [misbehaviour.endlessBody(200), 200]] as const) {
    await using receiver = startRawReceiver(script);
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
    const callback = await attempted(world, responseId, 1);
    assert.deepEqual([callback.status, callback.lastStatus], ["delivered", status]);
    assert.equal(callback.log[0].answer, status === 202 ? "hal" : "a".repeat(4_096));
  }
});

testOnEach(
  "a kept connection that breaks costs an attempt with a number of its own",
  async (world) => {
    const requests: string[] = [];
    const script: Script = async (line) => {
      for (let bytes; (bytes = await line.read()) !== null;) {
        requests.push(new TextDecoder().decode(bytes));
        if (requests.length === 2) return; // hangs up on the second, on the connection of the first
        await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      }
    };
    await using receiver = startRawReceiver(script);
    const phone = await world.pairPhone("maria");
    const first = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
    await attempted(world, first.responseId, 1);
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
    const { status } = await attempted(world, responseId, 1);
    assert.equal(status, "pending");
    await makeDue(world, responseId);
    await world.services.callbacks.sweep();
    const { log } = await attempted(world, responseId, 2);
    const outcomes = log.map((one: Record<string, unknown>) => [one.number, one.outcome]);
    assert.deepEqual(outcomes, [[1, "connect"], [2, "status"]]);
    const numbers = requests.map((text) => /x-service-attempt: (\d+)/i.exec(text)![1]);
    assert.deepEqual(numbers, ["1", "1", "2"]);
  },
);
