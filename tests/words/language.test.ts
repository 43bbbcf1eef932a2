import assert from "node:assert/strict";
import fc from "fast-check";
import { preferredLanguage, speak } from "@/lib/words/language.ts";

Deno.test("the language is the one of ours that the caller likes best", () => {
  const wanted: [string | null, "en" | "es"][] = [
    [null, "en"],
    ["", "en"],
    ["es", "es"],
    ["ES-mx", "es"],
    ["es-ES,es;q=0.9,en;q=0.8", "es"],
    ["en-GB,en;q=0.9,es;q=0.8", "en"],
    ["fr-FR,fr;q=0.9,es;q=0.2", "es"],
    ["es;q=0.3, en;q=0.7", "en"],
    ["en;q=0, es;q=0.1", "es"],
    ["es;q=0", "en"],
    ["fr, de", "en"],
    ["*", "en"],
    ["es ; q=0.5 , en ; q=0.4", "es"],
    ["es;level=1;q=0.5,en;q=0.6", "en"],
    ["en,es", "en"],
    ["es,en", "es"],
    ["espresso", "en"],
    ["es;q=x", "en"],
  ];
  for (const [header, language] of wanted) {
    assert.equal(preferredLanguage(header), language, String(header));
  }
  fc.assert(fc.property(fc.string({ unit: "binary" }), (header) => {
    assert.ok(["en", "es"].includes(preferredLanguage(header)));
  }));
});

Deno.test("a table is spoken in one language, its functions and inner tables too", () => {
  const table = {
    yes: { es: "sí", en: "yes" },
    inner: {
      more: (n: number, who: string) => ({ es: `${n} más, ${who}`, en: `${n} more, ${who}` }),
    },
    names: { es: { es: "español", en: "Spanish" }, en: { es: "inglés", en: "English" } },
  };
  const { yes, inner, names } = speak(table, "es");
  assert.deepEqual([yes, inner.more(2, "Ana"), names.en], ["sí", "2 más, Ana", "inglés"]);
  assert.equal(speak(table, "en").inner.more(1, "Luis"), "1 more, Luis");
  assert.equal(speak(table, "es"), speak(table, "es"), "turned once");
  const odd = JSON.parse('{"__proto__":{"es":"no","en":"no"}}');
  assert.deepEqual(Object.keys(speak(odd, "en")), ["__proto__"]);
});
