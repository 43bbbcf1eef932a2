import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addressInUrl,
  type AddressKind,
  addressKind,
  isPublicAddress,
  mayReach,
  parseNets,
} from "@/lib/outbound/addresses.ts";

const KINDS: Record<Exclude<AddressKind, "public">, string[]> = {
  unspecified: ["0.0.0.0", "0.1.2.3", "0.255.255.255", "::"],
  private: [
    ...["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1"],
    ...["fc00::", "fd00:ec2::254", "fdff:ffff::1", "fec0::1", "feff::1"],
  ],
  loopback: ["127.0.0.1", "127.255.255.255", "::1"],
  link_local: ["169.254.0.0", "169.254.169.254", "fe80::1", "febf::1"],
  carrier_nat: ["100.64.0.0", "100.100.100.200", "100.127.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ffff::1"],
  documentation: [
    ...["192.0.2.1", "198.51.100.255", "203.0.113.7"],
    ...["2001:db8::1", "2001:db8:ffff::", "3fff::1", "3fff:fff::1"],
  ],
  benchmarking: ["198.18.0.0", "198.19.255.255", "2001:2::1"],
  translated: [
    ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::ffff:10.0.0.1"], // mapped
    ...["::7f00:1", "::a00:1", "::808:808"], // IPv4-compatible
    ...["::ffff:0:7f00:1", "::ffff:0:8.8.8.8"], // RFC 2765
    ...["64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b::808:808", "64:ff9b:1::1"], // NAT64
    ...["2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1", "192.88.99.1"], // 6to4
    ...["2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "3ffe:831f::1"], // Teredo
    ...["2a00:1450:4003::5efe:a00:1", "2606:4700:1:2:0:5efe:7f00:1"], // ISATAP, local
    ...["2a00:1450:4003::200:5efe:10.0.0.1", "2a00::300:5efe:808:808"], // ISATAP, universal
  ],
  platform: ["168.63.129.16"],
  reserved: [
    ...["192.0.0.1", "192.0.0.192", "240.0.0.1", "255.255.255.255", "192.31.196.1", "192.175.48.1"],
    ...[
      "2001:10::1",
      "2001:20::1",
      "2001:1::1",
      "2001:1ff::1",
      "100::1",
      "100:0:0:1::1",
      "5f00::1",
    ],
    ...["3ffe:ffff::1", "200::1", "4000::1", "8000::1", "fe00::1", "64:ff9c::1", "1::"],
  ],
  invalid: [
    ...[
      "",
      "localhost",
      "127.1",
      "0177.0.0.1",
      "0x7f.0.0.1",
      "2130706433",
      "1.2.3.4.5",
      "256.1.1.1",
    ],
    ...["[::1]", "fe80::1%eth0", "2606:4700::1%1", "1.2.3.4/32", " 8.8.8.8", ":::", "8.8.8.8\0"],
  ],
};

for (const [kind, addresses] of Object.entries(KINDS)) {
  Deno.test(`addresses: ${kind} ones are told and are not public`, () => {
    for (const address of addresses) {
      assert.equal(addressKind(address), kind, address);
      assert.equal(isPublicAddress(address), false, address);
    }
  });
}

Deno.test("addresses: those around the special ranges are public", () => {
  const list = [
    ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
    ...["126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255"],
    ...["172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255"],
    ...["198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "168.63.129.15"],
    ...["2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1111"],
    ...["3ffd:ffff::1", "2a00::5eff:a00:1", "2a00::400:5efe:a00:1", "2a00::1:5efe:a00:1"],
    ...["2a00:0:5efe::1", "3fff:1000::1", "2a00:1450:4003::8a"],
  ];
  for (const address of list) assert.equal(addressKind(address), "public", address);
});

Deno.test("addresses: a private IPv4 address within IPv6 is not public", () => {
  const hex = (a: number, b: number) => (a * 256 + b).toString(16);
  const octet = fc.integer({ min: 0, max: 255 });
  const privateIPv4 = fc.tuple(fc.constantFrom([10], [127], [192, 168], [169, 254]), octet, octet)
    .map(([start, x, y]) => [...start, x, y, 1, 1].slice(0, 4) as [number, number, number, number]);
  const wrappers = ["::ffff:", "::", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"];
  fc.assert(fc.property(privateIPv4, fc.constantFrom(...wrappers), ([a, b, c, d], wrapper) => {
    assert.equal(isPublicAddress(`${wrapper}${hex(a, b)}:${hex(c, d)}`), false);
    assert.equal(isPublicAddress(`2002:${hex(a, b)}:${hex(c, d)}::1`), false);
  }));
});

Deno.test("addresses: every spelling that a URL may use is read as the same address", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(fc.property(octet, octet, octet, (b, c, d) => {
    const number = ((127 * 256 + b) * 256 + c) * 256 + d;
    const octal = (n: number) => `0${n.toString(8)}`;
    const spellings = [
      `127.${b}.${c}.${d}`,
      `127.${b}.${c}.${d}.`,
      String(number),
      `0x${number.toString(16)}`,
      [127, b, c, d].map(octal).join("."),
      `127.${b}.${c * 256 + d}`,
      `0x7f.${number % 2 ** 24}`,
      `１２７.${b}.${c}.${d}`,
    ];
    for (const spelling of spellings) {
      assert.equal(addressInUrl(new URL(`https://${spelling}/`)), `127.${b}.${c}.${d}`, spelling);
    }
  }));
  assert.equal(addressInUrl(new URL("https://[0:0:0:0:0:FFFF:127.0.0.1]/")), "::ffff:7f00:1");
  assert.equal(addressInUrl(new URL("https://127.0.0.1.example/")), undefined);
});

Deno.test("nets: a network contains its addresses, mapped ones too, and no others", () => {
  const nets = parseNets(" 10.0.0.0/8,127.0.0.1/32, ::1/128,fd12::/16 ");
  for (const inside of ["10.0.0.0", "10.255.255.255", "127.0.0.1", "::ffff:127.0.0.1", "::1"]) {
    assert.ok(nets.contains(inside), inside);
  }
  assert.ok(nets.contains("fd12:3::1"));
  for (const outside of ["11.0.0.0", "127.0.0.2", "::2", "::ffff:127.0.0.2", "fd13::", "", "x"]) {
    assert.ok(!nets.contains(outside), outside);
  }
  assert.equal(nets.empty, false);
  assert.ok(parseNets("0.0.0.0/0").contains("1.2.3.4") && !parseNets("0.0.0.0/0").contains("::1"));
});

Deno.test("an empty list of networks contains no address", () => {
  for (const text of ["", " ", ",", " , "]) {
    assert.equal(parseNets(text).empty, true);
    assert.equal(parseNets(text).contains("127.0.0.1"), false);
  }
});

Deno.test("nets: a wrong one is quoted in the error", () => {
  const wrong = [
    "10.0.0.0",
    "10.0.0.0/33",
    "::1/129",
    "localhost/8",
    "10/8",
    "010.0.0.0/8",
    "1/2/3",
  ];
  for (const net of [...wrong, "10.0.0.0/-1", "10.0.0.0/8.0", "fe80::1%eth0/64", "10.0.0.0/"]) {
    const expected = `"${net}" is not a network in CIDR notation, such as 10.0.0.0/8 or fd00::/8`;
    assert.throws(() => parseNets(`127.0.0.1/32,${net}`), { message: expected });
  }
  const message = '"10.1.2.3/8" is an address inside a network; the network is 10.0.0.0/8';
  assert.throws(() => parseNets("10.1.2.3/8"), { message });
  assert.throws(() => parseNets("fd00::1/8"), /the network is fd00::\/8/);
});

Deno.test("mayReach: public over https, allowed over both", () => {
  const allow = parseNets("127.0.0.1/32");
  assert.equal(mayReach("8.8.8.8", { allow, plain: false }), true);
  assert.equal(mayReach("8.8.8.8", { allow, plain: true }), false);
  assert.equal(mayReach("127.0.0.1", { allow, plain: false }), true);
  assert.equal(mayReach("127.0.0.1", { allow, plain: true }), true);
  assert.equal(mayReach("10.0.0.1", { allow, plain: false }), false);
});
