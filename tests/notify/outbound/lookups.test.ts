import assert from "node:assert/strict";
import { Lookups } from "@/lib/outbound/lookups.ts";
import { until } from "../../support/wait.ts";

/** A resolver that answers when it is told to. */
function answering() {
  const queries: { name: string; companyId: number; answer(addresses: string[]): void }[] = [];
  const resolve = (name: string, companyId: number) => {
    const { promise, resolve: answer } = Promise.withResolvers<string[]>();
    queries.push({ name, companyId, answer });
    return promise;
  };
  return { queries, resolve };
}

const namesOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${n}.example`);

Deno.test("look-ups: four at once of a company and eight of all, each company in its turn", async () => {
  const { queries, resolve } = answering();
  const lookups = new Lookups(resolve);
  const find = (companyId: number, letter: string, count: number) =>
    namesOf(letter, count).map((name) => lookups.find(name, companyId));
  const searches = [...find(1, "a", 10), ...find(2, "b", 10), ...find(3, "c", 2)];
  const companies = () => queries.map(({ companyId }) => companyId);
  assert.deepEqual(companies(), [1, 1, 1, 1, 2, 2, 2, 2]);
  queries[0]!.answer(["10.0.0.1"]);
  await until(() => queries.length === 9);
  assert.equal(queries[8]!.companyId, 3, "the company that has none is next");
  for (let n = 1; n < 22; n++) {
    await until(() => queries.length > n);
    queries[n]!.answer([`10.0.0.${n}`]);
  }
  const addresses = await Promise.all(searches);
  assert.equal(new Set(addresses.flat()).size, 21, "each has its own answer");
  assert.equal(queries.length, 22);
});

Deno.test("look-ups: a name that is known or asked already takes no place", async () => {
  const { queries, resolve } = answering();
  const lookups = new Lookups(resolve, { perCompany: 1 });
  const first = lookups.find("a.example", 1);
  const others = [1, 2, 1].map((companyId) => lookups.find("a.example", companyId));
  const waiting = ["b.example", "b.example"].map((name) => lookups.find(name, 1));
  assert.equal(queries.length, 1);
  queries[0]!.answer(["10.0.0.1"]);
  assert.deepEqual(await Promise.all([first, ...others]), Array(4).fill(["10.0.0.1"]));
  await until(() => queries.length === 2);
  queries[1]!.answer(["10.0.0.2"]);
  assert.deepEqual(await Promise.all(waiting), Array(2).fill(["10.0.0.2"]));
  assert.deepEqual(await lookups.find("b.example", 2), ["10.0.0.2"]);
  assert.equal(queries.length, 2);
});

Deno.test("look-ups: a failed one gives no address and frees its place", async () => {
  const lookups = new Lookups(() => Promise.reject(new Error("ENOTFOUND")), { perCompany: 1 });
  const names = namesOf("a", 5);
  const results = await Promise.all(names.map((name) => lookups.find(name, 1)));
  assert.deepEqual(results, names.map(() => []));
});
