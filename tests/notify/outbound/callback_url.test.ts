import assert from "node:assert/strict";
import { parseNets, type Resolve } from "@/lib/outbound/addresses.ts";
import { type CallbackUrlOptions, checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import { Lookups } from "@/lib/outbound/lookups.ts";
import { deadline } from "../../support/wait.ts";

const NONE = parseNets("");
const LOCAL = parseNets("127.0.0.1/32");

/** A resolver that knows these names, and how often it was asked. */
function names(addresses: Record<string, string[]>): Resolve & { lookups: string[] } {
  const lookups: string[] = [];
  const resolve = (name: string) => {
    lookups.push(name);
    const list = addresses[name];
    return list ? Promise.resolve(list) : Promise.reject(new Error(`ENOTFOUND ${name}`));
  };
  return Object.assign(resolve, { lookups });
}

interface VerdictOptions extends Partial<CallbackUrlOptions> {
  resolve?: Resolve;
}

/** The reason why a URL is refused, or `ok`. */
async function verdict(text: string, { resolve = names({}), ...options }: VerdictOptions = {}) {
  const ports = new Set<number>();
  const usual = { allow: NONE, ports, names: new Lookups(resolve), companyId: 1 };
  const check = await checkCallbackUrl(text, { ...usual, ...options });
  return check.ok ? "ok" : check.reason;
}

Deno.test("callback URL: a public https address or name is good, and comes back parsed", async () => {
  const resolve = names({ "hooks.example.com": ["93.184.215.14", "2606:2800:220:1::1"] });
  const text = "https://Hooks.Example.com:8443/a%20b?c=d";
  const lookups = new Lookups(resolve);
  const options = { allow: NONE, ports: new Set<number>(), names: lookups, companyId: 1 };
  const check = await checkCallbackUrl(text, options);
  assert.ok(check.ok);
  assert.equal(check.url.href, "https://hooks.example.com:8443/a%20b?c=d");
  assert.equal(await verdict("https://93.184.215.14/"), "ok");
  assert.equal(await verdict("https://[2606:2800:220:1::1]/"), "ok");
});

Deno.test("callback URL: the form is checked, without asking the resolver", async () => {
  const resolve = names({});
  const path = (length: number) => `https://a.example/${"x".repeat(length - 18)}`;
  const wrong: Record<string, string[]> = {
    too_long: [path(2049), `https://a.example/${"🙂".repeat(2031)}`],
    not_a_url: [
      ...[
        "",
        "hooks",
        "//a.example/",
        "https://",
        "https://.",
        "https://a b/",
        " https://a.example",
      ],
      ...["https://a.example\n/", "https://a.exa\tmple/", "https://[::1", "https://1.2.3.256/"],
    ],
    not_https: [
      "http://a.example/",
      "ftp://a.example/",
      "javascript:alert(1)",
      "file:///etc/passwd",
    ],
    user_info: [
      ...["https://me@a.example/", "https://me:secret@a.example/", "https://:@a.example/"],
      ...["https://@a.example/", "https:me@a.example", "https:\\\\me@a.example/"],
    ],
    fragment: ["https://a.example/#x", "https://a.example/#"],
  };
  for (const [reason, texts] of Object.entries(wrong)) {
    for (const text of texts) assert.equal(await verdict(text, { resolve }), reason, text);
  }
  assert.deepEqual(resolve.lookups, []);
  assert.equal(await verdict(path(2048), { resolve }), "ok");
  assert.equal(await verdict(`https://a.example/${"🙂".repeat(2030)}`, { resolve }), "ok");
  assert.equal(await verdict("https://a.example/@me?to=you@b.example"), "ok");
});

Deno.test("callback URL: no address that is not public, in any spelling", async () => {
  const resolve = names({});
  const hosts = [
    ...["10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "169.254.169.254", "100.64.0.1"],
    ...["224.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "0.0.0.0"],
    ...["255.255.255.255", "192.0.0.192", "192.88.99.1", "168.63.129.16"],
    ...["2130706433", "017700000001", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "127.1", "127.0.1"],
    ...["127.0.0.1.", "１２７.0.0.1", "127。0。0。1", "0", "127.0.0.1:8443", "%31%32%37.0.0.1"],
    ...["[::1]", "[::]", "[fd00::1]", "[fe80::1]", "[ff02::1]", "[2001:db8::1]", "[3fff::1]"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]"],
    ...["[64:ff9b::127.0.0.1]", "[64:ff9b:1::a00:1]", "[2002:7f00:1::]", "[2001:0:1::1]"],
    ...["localhost", "LOCALHOST", "localhost.", "api.localhost", "localhost:443"],
  ];
  for (const host of hosts) {
    assert.equal(await verdict(`https://${host}/`, { resolve }), "address_not_public", host);
  }
  assert.deepEqual(resolve.lookups, []);
});

Deno.test("callback URL: no name that has only such addresses, with or without a final dot", async () => {
  const resolve = names({
    "private.example": ["10.0.0.1"],
    "loopback.example": ["127.0.0.1", "::1"],
    "mapped.example": ["::ffff:10.0.0.1"],
    "metadata.example": ["169.254.169.254"],
    "nat64.example": ["64:ff9b::a00:1"],
    "mixed.example": ["10.0.0.1", "93.184.215.14"],
  });
  const bad = ["private", "loopback", "mapped", "metadata", "nat64"];
  for (const name of bad) {
    assert.equal(await verdict(`https://${name}.example/`, { resolve }), "address_not_public");
    assert.equal(await verdict(`https://${name}.example./`, { resolve }), "address_not_public");
  }
  assert.equal(await verdict("https://mixed.example/", { resolve }), "ok");
});

Deno.test("callback URL: a name that nobody can resolve now is accepted", async () => {
  const empty: Resolve = () => Promise.resolve([]);
  const broken: Resolve = () => {
    throw new Error("EAI_AGAIN");
  };
  assert.equal(await verdict("https://not-yet.example/"), "ok");
  assert.equal(await verdict("https://not-yet.example/", { resolve: empty }), "ok");
  assert.equal(await verdict("https://not-yet.example/", { resolve: broken }), "ok");
});

Deno.test("callback URL: a resolver that hangs is not waited for", async () => {
  const hanging: Resolve = () => new Promise(() => {});
  const check = verdict("https://slow.example/", { resolve: hanging, timeoutMs: 20 });
  assert.equal(await deadline(check, 2_000, "the check to give up"), "ok");
});

Deno.test("callback URL: a public address has a usual port, or one that the operator named", async () => {
  const resolve = names({
    "public.example": ["93.184.215.14"],
    "inside.example": ["127.0.0.1"],
    "both.example": ["127.0.0.1", "93.184.215.14"],
  });
  const hosts = ["public.example", "93.184.215.14", "[2606:2800:220:1::1]", "unknown.example"];
  const more = { resolve, ports: new Set([9443]) };
  for (const host of hosts) {
    for (const port of ["", ":443", ":8443"]) {
      assert.equal(await verdict(`https://${host}${port}/`, { resolve }), "ok", host + port);
    }
    for (const port of [":22", ":25", ":80", ":5432", ":6379", ":8080", ":9443", ":65535", ":0"]) {
      const url = `https://${host}${port}/`;
      assert.equal(await verdict(url, { resolve }), "port_not_allowed", url);
      assert.equal(await verdict(url, { resolve, allow: LOCAL }), "port_not_allowed", url);
      assert.equal(await verdict(url, more), port === ":9443" ? "ok" : "port_not_allowed", url);
    }
  }
  for (const host of ["inside.example", "127.0.0.1"]) {
    assert.equal(await verdict(`https://${host}:5432/`, { resolve, allow: LOCAL }), "ok");
  }
  // It may be called at the public address as well.
  const both = await verdict("https://both.example:5432/", { resolve, allow: LOCAL });
  assert.equal(both, "port_not_allowed");
});

Deno.test("callback URL: plain http only into the allowed networks", async () => {
  const resolve = names({
    "receiver.example": ["127.0.0.1"],
    "public.example": ["93.184.215.14"],
    "other.example": ["127.0.0.2"],
  });
  const options = { allow: LOCAL, resolve };
  const good = ["127.0.0.1:8080", "2130706433", "[::ffff:127.0.0.1]", "localhost:80"];
  for (const host of [...good, "receiver.example"]) {
    assert.equal(await verdict(`http://${host}/`, options), "ok", host);
    assert.equal(await verdict(`https://${host}/`, options), "ok", host);
  }
  const bad = ["127.0.0.2", "[::1]", "93.184.215.14", "public.example", "other.example"];
  for (const host of [...bad, "unknown.example"]) {
    assert.equal(await verdict(`http://${host}/`, options), "not_https", host);
  }
  assert.equal(await verdict("https://public.example/", options), "ok");
  assert.equal(await verdict("https://other.example/", options), "address_not_public");
});

Deno.test("callback URL: a name is looked up once in 30 s, a missing one once in 5 s", async () => {
  const resolve = names({ "a.example": ["10.0.0.1"] });
  let time = 0;
  const options = { names: new Lookups(resolve, { now: () => time }) };
  const ask = async (name: string) => {
    await verdict(`https://${name}/`, options);
    return resolve.lookups.filter((looked) => looked === name).length;
  };
  for (const [at, hits, missing] of [[0, 1, 1], [4_999, 1, 1], [5_000, 1, 2], [29_999, 1, 3]]) {
    time = at!;
    assert.equal(await ask("a.example"), hits, `found, at ${at}`);
    assert.equal(await ask("b.example"), missing, `missing, at ${at}`);
  }
  time = 30_000;
  assert.equal(await ask("a.example"), 2);
});

Deno.test("callback URL: callers of one name share a look-up, and slow names do not pile up", async () => {
  const lookups: string[] = [];
  const hanging: Resolve = (name) => {
    lookups.push(name);
    return new Promise(() => {});
  };
  const options = { names: new Lookups(hanging), timeoutMs: 20 };
  const same = Array.from({ length: 10 }, () => verdict("https://same.example/", options));
  const many = Array.from({ length: 100 }, (_, n) => verdict(`https://n${n}.example/`, options));
  assert.deepEqual(new Set(await Promise.all([...same, ...many])), new Set(["ok"]));
  assert.equal(lookups.filter((name) => name === "same.example").length, 1);
  assert.equal(lookups.length, 4, "as many as one company may have looked up at once");
  assert.equal(await verdict("https://b.example/", { ...options, companyId: 2 }), "ok");
  assert.equal(lookups.length, 5, "another company has places of its own");
});

Deno.test("callback URL: the cache of names is bounded", async () => {
  const lookups: string[] = [];
  const resolve: Resolve = (name) => {
    lookups.push(name);
    return Promise.resolve(["93.184.215.14"]);
  };
  const options = { names: new Lookups(resolve) };
  for (let n = 0; n <= 1_000; n++) await verdict(`https://n${n}.example/`, options);
  await verdict("https://n1000.example/", options);
  assert.equal(lookups.length, 1_001);
  await verdict("https://n0.example/", options);
  assert.equal(lookups.length, 1_002);
});
