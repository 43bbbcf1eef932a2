// What each driver here does: `send` takes a notification from standard input and prints its id,
// `answers <id>` prints them. `check` reads callbacks, a line each of key, body, id, timestamp and
// signature with tabs between them (what is empty is not there), and prints a verdict a line.
import { Buffer } from "node:buffer";
import { argv, stdin } from "node:process";
import { text } from "node:stream/consumers";

// The test has put it there.
const sample = new URL("relevo/relevo.mjs", import.meta.url);
const { answersTo, isGenuine, send } = await import(sample.href);

const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
const [, , verb, id] = argv;
const input = await text(stdin);
if (verb === "send") console.log(await send(JSON.parse(input)));
if (verb === "answers") console.log(JSON.stringify(await answersTo(id)));
if (verb === "check") {
  for (const line of input.split("\n")) {
    const [key, body, ...values] = line.split("\t");
    const headers = names.map((name, at) => [name, values[at]]).filter(([, value]) => value);
    console.log(isGenuine(Buffer.from(body), Object.fromEntries(headers), key));
  }
}
