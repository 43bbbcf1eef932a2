/** Addresses of the world: which are taken, how they are kept, and by what they are compared. */
import assert from "node:assert/strict";
import {
  comparedAddress,
  comparedDomain,
  foreignLetters,
} from "@/lib/input/addresses/email_address.ts";
import { email } from "@/lib/input/fields.ts";
import { addressForms, shownAddress } from "@/lib/records/shown_address.ts";

const label63 = "a".repeat(63);
/** Encoded, it has 63 octets; with one more letter it has more. */
const longLabel = `é${"a".repeat(55)}`;

/** As typed; as kept, where that differs; as compared. */
const addresses: { [name: string]: { typed: string; stored?: string; compared: string } } = {
  "plain": { typed: "Ana@Example.com", compared: "ana@example.com" },
  "blanks around": {
    typed: " ana@example.com\u3000",
    stored: "ana@example.com",
    compared: "ana@example.com",
  },
  "tag and dots": {
    typed: "ana.o'neil+x_y-z@example.com",
    compared: "ana.o'neil+x_y-z@example.com",
  },
  "accents on both sides": {
    typed: "josé@españa.example",
    compared: "josé@xn--espaa-rta.example",
  },
  "capitals with accents": {
    typed: "JOSÉ@ESPAÑA.example",
    compared: "josé@xn--espaa-rta.example",
  },
  "decomposed letters": {
    typed: "jose\u0301@espan\u0303a.example",
    stored: "josé@españa.example",
    compared: "josé@xn--espaa-rta.example",
  },
  "an A-label": { typed: "ana@xn--espaa-rta.example", compared: "ana@xn--espaa-rta.example" },
  "an A-label in capitals": {
    typed: "ana@XN--ESPAA-RTA.EXAMPLE",
    compared: "ana@xn--espaa-rta.example",
  },
  "an A-label beside a U-label": {
    typed: "ana@correo.xn--espaa-rta.例子.example",
    compared: "ana@correo.xn--espaa-rta.xn--fsqu00a.example",
  },
  "full-width signs": {
    typed: "ana＠españa．example",
    stored: "ana@españa.example",
    compared: "ana@xn--espaa-rta.example",
  },
  "an ideographic full stop": {
    typed: "ana@例子。example",
    stored: "ana@例子.example",
    compared: "ana@xn--fsqu00a.example",
  },
  "full-width letters of a domain": {
    typed: "ana@ｅｘａｍｐｌｅ.com",
    stored: "ana@example.com",
    compared: "ana@example.com",
  },
  "a sharp s is no ss": { typed: "ana@faß.example", compared: "ana@xn--fa-hia.example" },
  "ss": { typed: "ana@fass.example", compared: "ana@fass.example" },
  "a final sigma": { typed: "ana@βόλος.example", compared: "ana@xn--nxasmm1c.example" },
  "a Chinese top-level domain": {
    typed: "用户@例子.广告",
    compared: "用户@xn--fsqu00a.xn--4rr70v",
  },
  "an encoded top-level domain": {
    typed: "ana@example.xn--4rr70v",
    compared: "ana@example.xn--4rr70v",
  },
  "Devanagari": { typed: "संपर्क@डाटामेल.भारत", compared: "संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c" },
  "Arabic": { typed: "اختبار@مثال.example", compared: "اختبار@xn--mgbh0fb.example" },
  "Cyrillic": { typed: "Почта@пример.рф", compared: "почта@xn--e1afmkfd.xn--p1ai" },
  "mixed scripts": { typed: "pауl@example.com", compared: "pауl@example.com" },
  "a middle dot, as in Catalan": {
    typed: "col·lectiu@col·lectiu.example",
    compared: "col·lectiu@xn--collectiu-2pa.example",
  },
  "a label of 63": { typed: `ana@${label63}.example`, compared: `ana@${label63}.example` },
  "hyphens in the third and fourth place": {
    typed: "ana@r3---sn.example",
    compared: "ana@r3---sn.example",
  },
  "a Kelvin sign is the letter": {
    typed: "\u212aurt@example.com",
    stored: "Kurt@example.com",
    compared: "kurt@example.com",
  },
  "a dotted capital I": { typed: "İlker@example.com", compared: "i\u0307lker@example.com" },
};

for (const [name, { typed, stored = typed, compared }] of Object.entries(addresses)) {
  Deno.test(`address taken: ${name}`, () => {
    const read = email.safeParse(typed);
    assert.equal(read.success && read.data, stored);
    assert.equal(comparedAddress(typed), compared);
    assert.equal(comparedAddress(stored), compared);
    assert.equal(comparedAddress(compared), compared, "comparing changes nothing twice");
    assert.equal(comparedAddress(shownAddress(compared)), compared, "what is shown is the same");
  });
}

const refused: { [name: string]: string } = {
  "no sign": "example.com",
  "no local part": "@example.com",
  "no domain": "ana@",
  "two signs": "ana@luz@example.com",
  "one label": "ana@localhost",
  "a dot at the begin of the local part": ".ana@example.com",
  "a dot at the end of the local part": "ana.@example.com",
  "two dots": "ana@example..com",
  "two dots in the local part": "ana..luz@example.com",
  "an IP literal": "ana@[192.0.2.1]",
  "an IPv6 literal": "ana@[IPv6:2001:db8::1]",
  "a bare IP": "ana@192.0.2.1",
  "a full-width IP": "ana@１９２.0.2.1",
  "a quoted local part": '"ana luz"@example.com',
  "a comment": "ana(luz)@example.com",
  "a list": "ana@example.com,luz@example.com",
  "a blank inside": "an a@example.com",
  "a no-break space": "an\u00a0a@example.com",
  "a line break": "ana@example.com\nbcc:luz@example.com",
  "NUL": "ana\0@example.com",
  "a lone surrogate": "ana\ud800@example.com",
  "a zero-width joiner": "an\u200da@example.com",
  "a zero-width joiner in the domain": "ana@exam\u200dple.com",
  "a zero-width non-joiner": "ana@نامه\u200cای.example",
  "an override of direction": "ana\u202emoc@example.com",
  "a Hangul filler": "\u3164@example.com",
  "a tag letter": "ana\u{e0061}@example.com",
  "a private letter": "ana\ue000@example.com",
  "a mark alone": "\u0301ana@example.com",
  "a mark at the begin of a label": "ana@\u0301españa.example",
  "punycode that does not decode": "ana@xn--a.example",
  "punycode of plain letters": "ana@xn--example-.com",
  "an A-label of what is mapped": "ana@xn--espaa-9na.example",
  "a hyphen at the begin": "ana@-example.com",
  "a hyphen at the end": "ana@example-.com",
  "a hyphen before other letters": "ana@-ñu.example",
  "a hyphen behind other letters": "ana@ñu-.example",
  "a full-width hyphen at the begin": "ana@－ñu.example",
  "an underscore in the domain": "ana@my_example.com",
  "a slash": "ana@example.com/españa.example",
  "a port": "ana@españa.example:25",
  "per cent": "ana@espa%C3%B1a.example",
  "a full-width slash": "ana@example.com／ñ.example",
  "a label of 64": `ana@${label63}a.example`,
  "a label too long once encoded": `ana@${longLabel}aa.example`,
  "too long once encoded": `ana@${`${"ωжñ例".repeat(8)}.`.repeat(5)}example`,
  "too many octets before the sign": `${"é".repeat(125)}@example.com`,
  "255 letters": `${"a".repeat(243)}@example.com`,
  "both directions in one label": "ana@aא1.example",
};

for (const [name, typed] of Object.entries(refused)) {
  Deno.test(`address refused: ${name}`, () => {
    const read = email.safeParse(typed);
    assert.equal(read.success, false, JSON.stringify(typed));
  });
}

Deno.test("a domain label of 63 encoded octets is accepted", () => {
  const [, encoded] = comparedAddress(`ana@${longLabel}.example`).split(/[@.]/);
  assert.equal(encoded!.length, 63);
  assert.ok(email.safeParse(`ana@${longLabel}.example`).success);
});

Deno.test("an address that cannot receive mail is still compared with others", () => {
  assert.equal(comparedAddress("Ana@xn--A.Example"), "ana@xn--a.example");
  assert.equal(comparedAddress("Ana@[192.0.2.1]"), "ana@[192.0.2.1]");
  assert.equal(comparedAddress("ana@exam\u00adple.com"), "ana@exam\u00adple.com");
  assert.equal(comparedAddress("an\u200da@example.com"), "an\u200da@example.com");
  assert.equal(comparedAddress("ana@españa.example/x"), "ana@españa.example/x");
  assert.equal(comparedAddress("MARÍA"), "maría");
  assert.equal(comparedDomain("ESPAÑA.example"), "xn--espaa-rta.example");
});

Deno.test("a domain is shown in its script only where that is the same address", () => {
  const readable = {
    "josé@xn--espaa-rta.example": "josé@españa.example",
    "ana@XN--ESPAA-RTA.example": "ana@españa.example",
    "ana@xn--fa-hia.example": "ana@faß.example",
    "ana@xn--fsqu00a.xn--4rr70v": "ana@例子.广告",
    "ana@xn--a.example": "ana@xn--a.example",
    "ana@xn--xn---epa.example": "ana@xn--xn---epa.example",
    "xn--a@example.com": "xn--a@example.com",
    "no address xn--espaa-rta": "no address xn--espaa-rta",
  };
  for (const [address, expected] of Object.entries(readable)) {
    assert.equal(shownAddress(address), expected);
  }
});

Deno.test("all spellings of an address are sought", () => {
  const forms = ["ana@españa.example", "ana@xn--espaa-rta.example"];
  for (const typed of ["Ana@ESPAÑA.example", "ana@XN--ESPAA-RTA.example"]) {
    assert.deepEqual(new Set(addressForms(typed)), new Set(forms));
  }
  assert.deepEqual(addressForms("Ana@Example.com"), ["ana@example.com"]);
  assert.deepEqual(addressForms("+34612345678"), ["+34612345678"]);
});

Deno.test("letters that only some servers take are named", () => {
  assert.equal(foreignLetters("josé.é@españa.example"), "é");
  assert.equal(foreignLetters("用户@例子.广告"), "用户");
  assert.equal(foreignLetters("jose@españa.example"), null);
  assert.equal(foreignLetters("españa"), null);
});
