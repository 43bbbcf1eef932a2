/**
 * Bodies of hooks: Meta's own examples (tests/support/graph/payloads) with other ids, words and
 * times, so that what is played here is what the app's readers are tested with.
 */

/** By a value of the example: what stands there instead; undefined leaves its field out. */
export type Values = Record<string, string | number | undefined>;

const folder = new URL("../../tests/support/graph/payloads/", import.meta.url);

/** @param name such as `whatsapp/text` */
export async function payloadOf(name: string, values: Values): Promise<unknown> {
  return fill(JSON.parse(await Deno.readTextFile(new URL(`${name}.json`, folder))), values);
}

export function fill(example: unknown, values: Values): unknown {
  if (Array.isArray(example)) return example.map((one) => fill(one, values));
  if (typeof example === "object" && example !== null) {
    const fields = Object.entries(example).map(([name, one]) => [name, fill(one, values)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  return Object.hasOwn(values, String(example)) ? values[String(example)] : example;
}
