import assert from "node:assert/strict";
import { message, textOfMessage } from "@/lib/input/messages.ts";
import { inputWords } from "@/lib/words/input.ts";

Deno.test("a validation message is the key of its text with its values", () => {
  assert.equal(message("blank"), "blank");
  assert.equal(message("years", 1000, 9900), "years?[1000,9900]");
  assert.equal(textOfMessage(message("blank")), inputWords.blank);
  assert.deepEqual(textOfMessage(message("mostCharacters", 40)), {
    es: "admite como mucho 40 caracteres",
    en: "must have at most 40 characters",
  });
  assert.deepEqual(textOfMessage(message("mostCharacters", 40, 10)), {
    es: "admite como mucho 40 caracteres (10 de más)",
    en: "must have at most 40 characters (10 too many)",
  });
});

Deno.test("values come through as they are, whatever they contain", () => {
  for (const value of ["a&b=c", "100 % + 1", "{value}", "$&", "é\n?", ""]) {
    assert.equal(textOfMessage(message("exactly", value)).en, `must be \`${value}\``);
  }
});

Deno.test("a message without a table entry is said as it is", () => {
  for (const message of ["must be open", "toString", "constructor", ""]) {
    assert.deepEqual(textOfMessage(message), { es: message, en: message });
  }
});

Deno.test("wrong names and missing values do not compile", () => {
  // @ts-expect-error: there is no such text
  assert.equal(message("blnk"), "blnk");
  // @ts-expect-error: a value is missing
  assert.equal(message("years", 1), "years?[1]");
  // @ts-expect-error: all values are missing
  assert.equal(message("mostCharacters"), "mostCharacters");
  // @ts-expect-error: it takes none
  assert.equal(message("blank", 1), "blank?[1]");
});
