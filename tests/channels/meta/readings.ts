/** What each payload of Meta's says, as the test of reading expects it. */
import { both, sharedAt } from "./messenger_readings.ts";

const nuria = {
  ids: ["34600111222", "ES.13491208655302741918", "ES.ENT.11815799212886844830"],
  name: "Nuria Vidal",
  username: "nuria.v",
  phone: "+34600111222",
};
const hash = "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=";
const elsewhere = { kind: "elsewhere" };

/** What each payload says; of what is null, false or empty, nothing. */
export const readings: Record<string, unknown[]> = {
  "whatsapp/text": [{ type: "message", id: "wamid.text", text: "¿Tienen mesas de roble?" }],
  "whatsapp/text-without-number": [{
    person: {
      ids: ["ES.13491208655302741918"],
      name: "Nuria Vidal",
      username: "nuria.v",
    },
    text: "Hola",
  }],
  "whatsapp/image": [{
    text: "Así",
    attachments: [{
      kind: "image",
      mediaId: "1003383421387256",
      type: "image/jpeg",
      sha256: hash,
    }],
  }],
  "whatsapp/image-with-address": [{
    attachments: [{
      kind: "image",
      mediaId: "1003383421387257",
      url: "https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1003383421387257",
      type: "image/jpeg",
      sha256: hash,
    }],
  }],
  "whatsapp/video": [{ text: "La obra", isForwarded: true }],
  "whatsapp/audio": [{
    attachments: [{
      kind: "audio",
      mediaId: "1003383421387259",
      type: "audio/ogg",
      sha256: hash,
      isVoice: true,
    }],
  }],
  "whatsapp/document": [{
    text: "Plano",
    attachments: [{
      kind: "file",
      mediaId: "1003383421387260",
      name: "plano cocina.pdf",
      type: "application/pdf",
      sha256: hash,
    }],
  }],
  "whatsapp/sticker": [{ content: { type: "sticker" } }],
  "whatsapp/location": [{
    content: {
      type: "location",
      latitude: 41.3874,
      longitude: 2.1686,
      name: "Taller Vidal",
      address: "Carrer de Pelai 12, Barcelona",
      url: "https://maps.google.com/?cid=2000000000000000000",
    },
  }],
  "whatsapp/location-bare": [{
    content: { type: "location", latitude: 41.3874, longitude: 2.1686 },
  }],
  "whatsapp/contacts": [{
    content: {
      type: "contacts",
      cards: [
        {
          name: "Pau Roca",
          organization: "Roca Obras",
          phones: ["+34 600 333 444"],
          emails: ["pau@roca.example"],
        },
        { phones: ["34600555666"] },
      ],
    },
  }],
  "whatsapp/number-shared": [{ person: { ...nuria, isShared: true } }],
  "whatsapp/reaction": [{ type: "reaction", id: "wamid.ours", emoji: "👍", by: "them" }],
  "whatsapp/reaction-withdrawn": [{ type: "reaction", id: "wamid.ours", by: "them" }],
  "whatsapp/reaction-without-emoji": [{ type: "reaction", id: "wamid.ours", by: "them" }],
  "whatsapp/button": [{
    answers: "wamid.ours",
    content: { type: "choice", title: "Sí, adelante", payload: "yes-1" },
  }],
  "whatsapp/interactive-button": [{
    answers: "wamid.ours",
    content: { type: "choice", title: "Por la mañana", payload: "morning" },
  }],
  "whatsapp/interactive-list": [{ content: { type: "choice", title: "Roble", payload: "oak" } }],
  "whatsapp/interactive-form": [{
    content: { type: "choice", title: "Sent", payload: '{"size":"2 m"}' },
  }],
  "whatsapp/interactive-without-object": [{ content: { type: "unknown", what: "interactive" } }],
  "whatsapp/order": [{
    text: "Para el lunes",
    content: {
      type: "order",
      items: [
        { sku: "MESA-01", quantity: 2, price: 349.5, currency: "EUR" },
        { sku: "SILLA-04", quantity: 6, price: 79, currency: "EUR" },
      ],
    },
  }],
  "whatsapp/unsupported": [{ content: { type: "unsupported", what: "Message type unknown" } }],
  "whatsapp/unsupported-with-type": [{
    content: { type: "unsupported", what: "poll_creation" },
  }],
  "whatsapp/type-of-tomorrow": [{ content: { type: "unknown", what: "hologram" } }],
  "whatsapp/reply": [{ text: "La segunda", answers: "wamid.ours" }],
  "whatsapp/referred-product": [{ text: "¿Esta?", source: { kind: "product", ref: "MESA-01" } }],
  "whatsapp/ad": [{
    text: "Vi su anuncio",
    source: {
      kind: "ad",
      title: "Mesas a medida",
      url: "https://fb.me/3cr4Wqqkv",
      ref: "120226305854810726",
      picture: "https://scontent.xx.fbcdn.net/v/t45.1",
    },
  }],
  "whatsapp/edit": [{ type: "edit", id: "wamid.text", text: "¿Tienen mesas de nogal?" }],
  "whatsapp/edit-caption": [{ type: "edit", id: "wamid.image", text: "Así, pero en nogal" }],
  "whatsapp/revoke": [{ type: "unsent", id: "wamid.text" }],
  "whatsapp/group": [{ type: "ignored", why: "group" }],
  "whatsapp/number-changed": [{
    type: "identity",
    person: { ids: ["34600111222"], phone: "+34600111222" },
    others: ["34600999888"],
  }],
  "whatsapp/number-changed-older": [{ type: "identity", others: ["34600999888"] }],
  "whatsapp/id-changed": [{
    type: "identity",
    person: { ids: ["ES.13491208655302741918"] },
    others: ["MX.0987654321"],
  }],
  "whatsapp/sent": [{
    type: "status",
    id: "wamid.ours",
    state: "sent",
    opaque: "o-1",
    charged: { category: "service", isBillable: true },
  }],
  "whatsapp/delivered": [{ state: "delivered" }],
  "whatsapp/read": [{ state: "read" }],
  "whatsapp/played": [{ state: "read" }],
  "whatsapp/failed": [{
    state: "failed",
    errors: [{
      code: 131047,
      text: "Message failed to send because more than 24 hours have passed since the customer " +
        "last replied to this number.",
    }],
  }],
  "whatsapp/echo": [{
    person: nuria,
    direction: "out",
    text: "Mañana a las diez",
    source: elsewhere,
  }],
  "whatsapp/echo-image": [{ direction: "out", source: elsewhere }],
  "whatsapp/echo-edit": [{ type: "edit", id: "wamid.echo", text: "Mañana a las once" }],
  "whatsapp/echo-revoke": [{ type: "unsent", id: "wamid.echo" }],
  "whatsapp/history": [
    { id: "wamid.history1", direction: "in", text: "Buenos días", isHistory: true },
    { id: "wamid.history2", direction: "out", text: "Buenos días, Nuria", isHistory: true },
  ],
  "whatsapp/history-media": [{ id: "wamid.history1", isHistory: true }],
  "whatsapp/history-declined": [{ type: "ignored", why: "history" }],
  "whatsapp/marketing-stopped": [{ type: "preference", isMarketingStopped: true }],
  "whatsapp/marketing-resumed": [{
    type: "preference",
    person: { ids: ["34600111222"], phone: "+34600111222" },
    at: new Date(1_790_000_000_000),
  }],
  "whatsapp/template-approved": [{
    type: "template",
    name: "presupuesto_listo",
    language: "es",
    state: "approved",
  }],
  "whatsapp/account-removed": [{
    type: "account",
    what: "PARTNER_REMOVED",
    details: "PRIMARY_INACTIVITY",
  }],
  "whatsapp/quality": [{ type: "account", what: "FLAGGED" }],
  "whatsapp/call": [{ type: "ignored", why: "call" }],
  "whatsapp/address-book": [{ type: "ignored", why: "other" }],
  ...both("facebook", "7012345678901234"),
  ...both("instagram", "1234567890123456"),
  "facebook/echo": [{ direction: "out", opaque: "o-1", appId: "1517776481860111" }],
  "facebook/sticker": [{
    content: { type: "sticker" },
    attachments: [{ kind: "sticker", url: "https://scontent.xx.fbcdn.net/v/like.png" }],
  }],
  "facebook/location": [{
    content: { type: "location", latitude: 41.3874, longitude: 2.1686, name: "Nuria's location" },
  }],
  "facebook/fallback": [{
    text: "https://taller.example/mesas",
    content: {
      type: "shared",
      what: "link",
      title: "Mesas de roble",
      url: "https://taller.example/mesas",
    },
  }],
  "facebook/fallback-without-payload": [{ content: { type: "shared", what: "link" } }],
  "facebook/read": [{ type: "receipt", state: "read", until: new Date(1_789_999_999_000) }],
  "facebook/delivery": [{
    type: "receipt",
    state: "delivered",
    until: new Date(1_789_999_999_000),
    ids: ["m_ours"],
  }],
  "facebook/delivery-without-mids": [{
    type: "receipt",
    state: "delivered",
    until: new Date(1_789_999_999_000),
  }],
  "facebook/postback-as-change": [{
    id: "m_change",
    text: "Empezar",
    at: new Date(1_790_000_000_000),
  }],
  "facebook/feed": [{ type: "ignored", why: "comment" }],
  "instagram/read": [{ type: "receipt", state: "read", ids: ["m_ours"] }],
  "instagram/unsend": [{ type: "unsent", id: "m_text" }],
  "instagram/story-reply": [{
    text: "¡Qué mesa!",
    source: {
      kind: "story_reply",
      url: "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1",
      ref: "17858893269000001",
      picture: "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1",
    },
  }],
  "instagram/story-mention": [{
    attachments: [{
      kind: "image",
      url: "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=2",
      isStory: true,
    }],
    source: {
      kind: "story_mention",
      url: "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=2",
    },
  }],
  "instagram/shared-reel": [{ content: sharedAt("reel", 3, "Montaje") }],
  "instagram/shared-post": [{ content: sharedAt("post", 4, "Mesa") }],
  "instagram/shared-story": [{ content: sharedAt("story", 5) }],
  "instagram/ephemeral": [{ content: { type: "unsupported", what: "ephemeral" } }],
  "instagram/product": [{ text: "¿Cuánto?", source: { kind: "product", ref: "MESA-01" } }],
  "instagram/self": [{ isSelf: true, direction: "out" }],
  "instagram/array-of-envelopes": [{ text: "Hola" }],
  "instagram/comment": [{ type: "ignored", why: "comment" }],
};
