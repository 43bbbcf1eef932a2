/** Text typed into a picker of clients: name, e-mail, phone and tax id of a new one. */
import assert from "node:assert/strict";
import { clientIn } from "@/lib/panel/record/client_text.ts";

Deno.test("text typed for a new client is split into name, e-mail, phone and tax id", () => {
  const cases: [string, ReturnType<typeof clientIn>][] = [
    ["Bodegas Nuevas SL", { name: "Bodegas Nuevas SL", kind: "company" }],
    ["Bodegas Nuevas, S.L. B12345674 612 345 678 hola@bodegas.example", {
      name: "Bodegas Nuevas, S.L.",
      kind: "company",
      email: "hola@bodegas.example",
      phone: "612 345 678",
      tax_id: "B12345674",
    }],
    ["Pilar Ruiz <pilar@ruiz.example>", {
      name: "Pilar Ruiz",
      kind: "company",
      email: "pilar@ruiz.example",
    }],
    ["Pilar Ruiz 12345678Z", { name: "Pilar Ruiz", kind: "person", tax_id: "12345678Z" }],
    ["X1234567L Omar", { name: "Omar", kind: "person", tax_id: "X1234567L" }],
    ["+44 20 7946 0018", {
      name: "+44 20 7946 0018",
      kind: "company",
      phone: "+44 20 7946 0018",
    }],
    ["Taller 2000", { name: "Taller 2000", kind: "company" }],
    ["pilar@ruiz.example", {
      name: "pilar@ruiz.example",
      kind: "company",
      email: "pilar@ruiz.example",
    }],
  ];
  for (const [text, client] of cases) assert.deepEqual(clientIn(text), client, text);
});
