import assert from "node:assert/strict";
import pg from "pg";
import { readGatewayConfig } from "@/gateway/config.ts";
import { faultsOf, nameOf, serversOf, withOneServer } from "@/lib/db/hosts/address.ts";
import { commandFor, gatewayEntry } from "@/lib/launch/command.ts";
import { namedFiles } from "@/lib/launch/named_files.ts";
import { gatewayHosts } from "@/lib/launch/named_hosts.ts";
import { readConfig } from "@/lib/service/config.ts";

const good: [address: string, servers: string[]][] = [
  ["postgres://u:p@a:5432,b:5432/relevo?sslmode=require", ["a:5432", "b:5432"]],
  ["postgresql://u:p@a,b/relevo", ["a:5432", "b:5432"]],
  ["POSTGRES://a/relevo", ["a:5432"]],
  ["postgres://u:p@a:6000,b/relevo", ["a:6000", "b:6000"]],
  ["postgres://u:p@a,b:6000/relevo", ["a:6000", "b:6000"]],
  ["postgres://u:p@a:6000,b:6001,c:6000/relevo", ["a:6000", "b:6001", "c:6000"]],
  ["postgres://u@[::1]:5433,[2001:db8::1]/r", ["[::1]:5433", "[2001:db8::1]:5433"]],
  ["postgres://u@[::ffff:10.0.0.1]/r", ["[::ffff:10.0.0.1]:5432"]],
  ["postgres://u:a%40b%2Fc%3A%2C%25@a,b/r", ["a:5432", "b:5432"]],
  ["postgres://u:a@b,c:d@a,b/r", ["a:5432", "b:5432"]],
  ["postgres://u:100%@a,b/r", ["a:5432", "b:5432"]],
  ["postgres://u:p w@a,b/r", ["a:5432", "b:5432"]],
  ["postgres://u@%2Fvar%2Frun%2Fpg,b:6000/r", ["/var/run/pg:6000", "b:6000"]],
  ["postgres:///r?host=/var/run/pg", ["/var/run/pg:5432"]],
  ["postgres:///r?host=a,b&port=6000,6001", ["a:6000", "b:6001"]],
  ["postgres:///r?host=a,b&port=6000", ["a:6000", "b:6000"]],
  ["postgres://u@/r", ["localhost:5432"]],
  ["postgres://a,b", ["a:5432", "b:5432"]],
  ["postgres://db_one.example-host/r?target_session_attrs=read-write", [
    "db_one.example-host:5432",
  ]],
  ["postgres://a/r?target_session_attrs=primary&load_balance_hosts=disable", ["a:5432"]],
];

const bad: [address: string, fault: RegExp][] = [
  ["", /such as postgres:/],
  ["a,b", /such as postgres:/],
  ["mysql://a/r", /such as postgres:/],
  ["postgres:/a/r", /such as postgres:/],
  ["postgres://a/r#x", /has a #/],
  ["postgres://u:p#w@a/r", /has a #/],
  ["postgres://u:%ff@a/r", /% in its login/],
  ["postgres://a/%ff", /% in its database/],
  ["postgres://a,/r", /host 2 is empty/],
  ["postgres://,a/r", /host 1 is empty/],
  ["postgres://a,,b/r", /host 2 is empty/],
  ["postgres://a,:5433/r", /host 2 is empty/],
  ["postgres://a, b/r", /host 2 has a space/],
  ["postgres://a b/r", /host 1 has a space/],
  ["postgres://::1/r", /host 1: an IPv6 address stands in brackets/],
  ["postgres://a,2001:db8::1:5432/r", /host 2: an IPv6/],
  ["postgres://[::1/r", /host 1 is no IPv6/],
  ["postgres://[db]/r", /host 1 is no IPv6/],
  ["postgres://[fe80::1%25eth0]/r", /host 1 is no IPv6/],
  ["postgres://a:0/r", /"0" is no port/],
  ["postgres://a:65536/r", /"65536" is no port/],
  ["postgres://a:54x/r", /"54x" is no port/],
  ["postgres://a:-1,b/r", /"-1" is no port/],
  ["postgres://a:1,b:2,c/r", /2 ports for 3 hosts/],
  ["postgres:///r?host=a,b&port=1,2,3", /3 ports for 2 hosts/],
  ["postgres://a;b/r", /host 1 has a character/],
  ["postgres://a|b/r", /host 1 has a character/],
  ["postgres://a%zz/r", /host 1 has a % that is no code/],
  ["postgres://a,A:5432/r", /host 2 is there already: a:5432/],
  ["postgres://a,b/r?host=c", /in front of the database and as host=/],
  [`postgres://${Array.from({ length: 17 }, (_, at) => `h${at}`)}/r`, /more than 16/],
  ["postgres://a,b/r?target_session_attrs=any", /target_session_attrs may be/],
  ["postgres://a,b/r?target_session_attrs=standby", /target_session_attrs may be/],
  ["postgres://a,b/r?load_balance_hosts=random", /load_balance_hosts may be/],
];

Deno.test("an address names its servers in their order", () => {
  for (const [address, servers] of good) {
    assert.deepEqual(faultsOf(address), [], address);
    assert.deepEqual(serversOf(address).map(nameOf), servers, address);
    assert.equal(readConfig({ DATABASE_URL: address }).databaseUrl, address);
  }
});

Deno.test("a wrong address is refused by the part that is wrong, without its password", () => {
  for (const [address, fault] of bad) {
    assert.match(faultsOf(address).join("\n"), fault, address);
    assert.doesNotMatch(faultsOf(address).join("\n"), /secret/);
  }
  const settings = { DATABASE_URL: "postgres://u:secret@a,b c:99999/r" };
  assert.throws(() => readConfig(settings), ({ message }: Error) => {
    assert.match(message, /DATABASE_URL: host 2 has a space/);
    assert.match(message, /DATABASE_URL: "99999" is no port/);
    return !message.includes("secret");
  });
  assert.throws(
    () => readGatewayConfig({ GATEWAY_DATABASE_URL: "postgres://a,/r" }),
    /GATEWAY_DATABASE_URL: host 2 is empty/,
  );
});

Deno.test("the library gets login, database and settings of an address with several hosts", () => {
  const odd: [address: string, user: string, password: string, database: string][] = [
    ["postgres://u:a%40b%2Fc%3A%2C%25@a,b:6000/r?sslmode=disable", "u", "a@b/c:,%", "r"],
    ["postgres://u:a@b,c:d@[::1]:1,b:2/r", "u", "a@b,c:d", "r"],
    ["postgres://ana%20b:100%25@a,b/my%20data", "ana b", "100%", "my data"],
    ["postgres://u:p@/r?host=a,b&port=6000", "u", "p", "r"],
  ];
  for (const [address, user, password, database] of odd) {
    const client = new pg.Client(withOneServer(address));
    assert.deepEqual([client.user, client.password, client.database], [user, password, database]);
  }
});

Deno.test("all hosts of an address are among the rights of a process", () => {
  const address = "postgres://u:p@%2Frun%2Fpg,b,[::1]:6000/r?sslkey=/k";
  const env = { DATA_DIR: "/d", DATABASE_URL: address, GATEWAY_DATABASE_URL: address };
  assert.deepEqual(namedFiles(env), {
    read: ["/k", "/run/pg/.s.PGSQL.6000"],
    write: ["/d", "/run/pg/.s.PGSQL.6000"],
  });
  assert.deepEqual(gatewayHosts(env).slice(2), ["b:6000", "[::1]:6000"]);
  const flag = commandFor(gatewayEntry, { root: "/r", env }).find((one) => /allow-net/.test(one));
  assert.match(flag!, /b:6000,\[::1\]:6000/);
});
