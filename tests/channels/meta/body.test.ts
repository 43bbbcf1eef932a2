import assert from "node:assert/strict";
import { bodyOf } from "@/lib/channels/meta/read/body.ts";
import { kinds, payloadNames, readPayload } from "./payloads.ts";

function bodies(name: string): string[] {
  return readPayload(name).flatMap((event) =>
    event.type === "message" ? [bodyOf(event, "es"), bodyOf(event, "en")] : []
  );
}

Deno.test("what is no text has words", () => {
  const cases: Record<string, [es: string, en: string]> = {
    "whatsapp/text": ["¿Tienen mesas de roble?", "¿Tienen mesas de roble?"],
    "whatsapp/location": [
      "Taller Vidal, Carrer de Pelai 12, Barcelona",
      "Taller Vidal, Carrer de Pelai 12, Barcelona",
    ],
    "whatsapp/location-bare": ["Ubicación: 41.3874, 2.1686", "Location: 41.3874, 2.1686"],
    "whatsapp/contacts": [
      "Pau Roca · Roca Obras · +34 600 333 444 · pau@roca.example\n34600555666",
      "Pau Roca · Roca Obras · +34 600 333 444 · pau@roca.example\n34600555666",
    ],
    "whatsapp/order": [
      "Para el lunes\nPedido\n2 × MESA-01 (349.5 EUR)\n6 × SILLA-04 (79 EUR)",
      "Para el lunes\nOrder\n2 × MESA-01 (349.5 EUR)\n6 × SILLA-04 (79 EUR)",
    ],
    "whatsapp/button": ["Sí, adelante", "Sí, adelante"],
    "whatsapp/sticker": ["Sticker", "Sticker"],
    "whatsapp/type-of-tomorrow": [
      "Un mensaje de un tipo desconocido (hologram)",
      "A message of an unknown kind (hologram)",
    ],
    "instagram/shared-reel": ["Reel compartido: Montaje", "Shared reel: Montaje"],
    "instagram/shared-story": ["Historia compartida", "Shared story"],
    "facebook/quick-reply": ["Por la tarde", "Por la tarde"],
    "facebook/fallback": ["https://taller.example/mesas", "https://taller.example/mesas"],
    "facebook/fallback-without-payload": ["Enlace compartido", "Shared link"],
  };
  for (const [name, texts] of Object.entries(cases)) assert.deepEqual(bodies(name), texts, name);
});

Deno.test("a message without words has files", () => {
  for (const kind of kinds) {
    for (const name of payloadNames(kind)) {
      for (const event of readPayload(`${kind}/${name}`)) {
        if (event.type !== "message") continue;
        const isEmpty = bodyOf(event, "es") === "";
        assert.ok(!isEmpty || event.attachments.length > 0, `${kind}/${name}`);
      }
    }
  }
});
