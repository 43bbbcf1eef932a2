/** What payloads of Messenger and Instagram say in both forms. */

const elsewhere = { kind: "elsewhere" };

export function sharedAt(what: string, asset: number, title?: string) {
  const url = `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=${asset}`;
  return { type: "shared", what, ...title && { title }, url };
}

/** What pages and Instagram accounts have alike. */
export function both(kind: string, id: string): Record<string, unknown[]> {
  const person = { ids: [id] };
  const all = {
    text: { type: "message", person, direction: "in", text: "¿Abren el sábado?" },
    image: {
      attachments: [{
        kind: "image",
        url: "https://scontent.xx.fbcdn.net/v/t1.15752-9/1.jpg?_nc_cat=1",
      }],
    },
    album: {
      attachments: [1, 2, 3].map((n) => ({
        kind: "image",
        url: `https://scontent.xx.fbcdn.net/v/${n}.jpg`,
      })),
    },
    audio: {
      attachments: [{ kind: "audio", url: "https://cdn.fbsbx.com/v/t59.3654-21/audio.mp4" }],
    },
    file: { attachments: [{ kind: "file", url: "https://cdn.fbsbx.com/v/t59.2708-21/plano.pdf" }] },
    "unknown-attachment": {
      content: { type: "unknown", what: "hologram" },
      attachments: [{ kind: "file", url: "https://cdn.fbsbx.com/v/1" }],
    },
    unsupported: { content: { type: "unsupported" } },
    reply: { text: "Esa", answers: "m_ours" },
    "quick-reply": { content: { type: "choice", title: "Por la tarde", payload: "afternoon" } },
    postback: {
      id: "m_postback",
      text: "Empezar",
      source: { kind: "link", ref: "cartel" },
    },
    "postback-without-mid": { id: `postback:${id}:1790000000000`, text: "Empezar" },
    referral: {
      type: "referral",
      source: { kind: "link", url: "https://taller.example/mesas", ref: "cartel" },
    },
    ad: {
      text: "Vi su anuncio",
      source: {
        kind: "ad",
        title: "Mesas a medida",
        url: "https://scontent.xx.fbcdn.net/v/ad.jpg",
        ref: "mesas",
        picture: "https://scontent.xx.fbcdn.net/v/ad.jpg",
      },
    },
    reaction: { type: "reaction", id: "m_ours", emoji: "❤️", by: "them" },
    "reaction-by-name": { emoji: "😮" },
    "reaction-withdrawn": { type: "reaction", id: "m_ours", by: "them" },
    edit: { type: "edit", id: "m_text", number: 1, text: "¿Abren el domingo?" },
    "edit-without-text": { type: "edit", id: "m_text", number: 0 },
    echo: { person, direction: "out", text: "Sí, de 10 a 14", source: elsewhere },
    "echo-elsewhere": { person, direction: "out", text: "Sí", source: elsewhere },
    standby: { person, direction: "in", text: "¿Hay alguien?" },
    handover: { type: "ignored", why: "handover" },
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, event]) => [`${kind}/${name}`, [event]]),
  );
}
