/** What each payload becomes: its contact, its messages, and of how many ids the window is open. */

/** What comes before it, of the same person; `as`: with the id of another. */
export const priors: Record<string, { name: string; as?: string }> = {
  "whatsapp/delivered": { name: "echo", as: "ours" },
  "whatsapp/echo-edit": { name: "echo" },
  "whatsapp/echo-revoke": { name: "echo" },
  "whatsapp/edit": { name: "text" },
  "whatsapp/edit-caption": { name: "image" },
  "whatsapp/history-media": { name: "history" },
  "whatsapp/id-changed": { name: "text" },
  "whatsapp/marketing-stopped": { name: "text" },
  "whatsapp/number-changed": { name: "text" },
  "whatsapp/number-changed-older": { name: "text" },
  "whatsapp/reaction": { name: "echo", as: "ours" },
  "whatsapp/reaction-withdrawn": { name: "echo", as: "ours" },
  "whatsapp/revoke": { name: "text" },
  "facebook/delivery": { name: "echo" },
  "facebook/delivery-without-mids": { name: "echo" },
  "facebook/edit": { name: "text" },
  "facebook/edit-without-text": { name: "text" },
  "facebook/reaction": { name: "echo" },
  "facebook/reaction-by-name": { name: "echo" },
  "facebook/reaction-withdrawn": { name: "echo" },
  "facebook/read": { name: "echo" },
  "facebook/referral": { name: "text" },
  "instagram/edit": { name: "text" },
  "instagram/edit-without-text": { name: "text" },
  "instagram/reaction": { name: "echo" },
  "instagram/reaction-by-name": { name: "echo" },
  "instagram/read": { name: "echo" },
  "instagram/reaction-withdrawn": { name: "echo" },
  "instagram/unsend": { name: "text" },
};

export const filed: Record<string, string> = {
  "whatsapp/account-removed": "heard 0 of 0",
  "whatsapp/ad": 'new Nuria Vidal @nuria.v; in "Vi su anuncio" +1 ad; heard 3 of 3',
  "whatsapp/address-book": "heard 0 of 0",
  "whatsapp/audio": 'new Nuria Vidal @nuria.v; in "" +1; heard 3 of 3',
  "whatsapp/button":
    'new Nuria Vidal @nuria.v; in "Sí, adelante" choice answers wamid.ours; heard 3 of 3',
  "whatsapp/call": "heard 0 of 0",
  "whatsapp/contacts":
    'new Nuria Vidal @nuria.v; in "Pau Roca · Roca Obras · +34 600 333 444 · pau@roca.example\\n34600555666" contacts; heard 3 of 3',
  "whatsapp/delivered":
    'read Nuria Vidal @nuria.v; out "Mañana a las diez" elsewhere; heard 0 of 3',
  "whatsapp/document": 'new Nuria Vidal @nuria.v; in "Plano" +1; heard 3 of 3',
  "whatsapp/echo": 'read Nuria Vidal @nuria.v; out "Mañana a las diez" elsewhere; heard 0 of 3',
  "whatsapp/echo-edit":
    'read Nuria Vidal @nuria.v; out "Mañana a las once" elsewhere edited Mañana a las diez; heard 0 of 3',
  "whatsapp/echo-image": 'read Nuria Vidal @nuria.v; out "" +1 elsewhere; heard 0 of 3',
  "whatsapp/echo-revoke": 'read Nuria Vidal @nuria.v; out "" elsewhere unsent; heard 0 of 3',
  "whatsapp/edit":
    'new Nuria Vidal @nuria.v; in "¿Tienen mesas de nogal?" edited ¿Tienen mesas de roble?; heard 3 of 3',
  "whatsapp/edit-caption":
    'new Nuria Vidal @nuria.v; in "Así, pero en nogal" +1 edited Así; heard 3 of 3',
  "whatsapp/failed": "heard 0 of 0; waits",
  "whatsapp/group": "heard 0 of 0",
  "whatsapp/history":
    'read @nuria.v; in "Buenos días"; out "Buenos días, Nuria" elsewhere; heard 0 of 2',
  "whatsapp/history-declined": "heard 0 of 0",
  "whatsapp/history-media":
    'read @nuria.v; in "Buenos días" +1; out "Buenos días, Nuria" elsewhere; heard 0 of 2',
  "whatsapp/id-changed": 'new Nuria Vidal @nuria.v; in "¿Tienen mesas de roble?"; heard 3 of 4',
  "whatsapp/image": 'new Nuria Vidal @nuria.v; in "Así" +1; heard 3 of 3',
  "whatsapp/image-with-address": 'new Nuria Vidal @nuria.v; in "" +1; heard 3 of 3',
  "whatsapp/interactive-button":
    'new Nuria Vidal @nuria.v; in "Por la mañana" choice answers wamid.ours; heard 3 of 3',
  "whatsapp/interactive-form": 'new Nuria Vidal @nuria.v; in "Sent" choice; heard 3 of 3',
  "whatsapp/interactive-list": 'new Nuria Vidal @nuria.v; in "Roble" choice; heard 3 of 3',
  "whatsapp/interactive-without-object":
    'new Nuria Vidal @nuria.v; in "Un mensaje de un tipo desconocido (interactive)" unknown; heard 3 of 3',
  "whatsapp/location":
    'new Nuria Vidal @nuria.v; in "Taller Vidal, Carrer de Pelai 12, Barcelona" location; heard 3 of 3',
  "whatsapp/location-bare":
    'new Nuria Vidal @nuria.v; in "Ubicación: 41.3874, 2.1686" location; heard 3 of 3',
  "whatsapp/marketing-resumed": "heard 0 of 0",
  "whatsapp/marketing-stopped":
    'new Nuria Vidal @nuria.v; in "¿Tienen mesas de roble?"; heard 3 of 3 stopped',
  "whatsapp/number-changed": 'new Nuria Vidal @nuria.v; in "¿Tienen mesas de roble?"; heard 3 of 4',
  "whatsapp/number-changed-older":
    'new Nuria Vidal @nuria.v; in "¿Tienen mesas de roble?"; heard 3 of 4',
  "whatsapp/number-shared":
    'new Nuria Vidal @nuria.v; in "Nuria Vidal · +34 600 111 222" contacts; heard 3 of 3',
  "whatsapp/order":
    'new Nuria Vidal @nuria.v; in "Para el lunes\\nPedido\\n2 × MESA-01 (349.5 EUR)\\n6 × SILLA-04 (79 EUR)" order; heard 3 of 3',
  "whatsapp/played": "heard 0 of 0; waits",
  "whatsapp/quality": "heard 0 of 0",
  "whatsapp/reaction":
    'read Nuria Vidal @nuria.v; out "Mañana a las diez" elsewhere them👍; heard 3 of 3',
  "whatsapp/reaction-withdrawn":
    'read Nuria Vidal @nuria.v; out "Mañana a las diez" elsewhere them-; heard 3 of 3',
  "whatsapp/reaction-without-emoji": "heard 0 of 0; waits",
  "whatsapp/read": "heard 0 of 0; waits",
  "whatsapp/referred-product":
    'new Nuria Vidal @nuria.v; in "¿Esta?" product answers wamid.ours; heard 3 of 3',
  "whatsapp/reply": 'new Nuria Vidal @nuria.v; in "La segunda" answers wamid.ours; heard 3 of 3',
  "whatsapp/revoke": 'new Nuria Vidal @nuria.v; in "" unsent; heard 3 of 3',
  "whatsapp/sent": "heard 0 of 0; waits",
  "whatsapp/sticker": 'new Nuria Vidal @nuria.v; in "Sticker" +1 sticker; heard 3 of 3',
  "whatsapp/template-approved": "heard 0 of 0",
  "whatsapp/text": 'new Nuria Vidal @nuria.v; in "¿Tienen mesas de roble?"; heard 3 of 3',
  "whatsapp/text-without-number": 'new Nuria Vidal @nuria.v; in "Hola"; heard 1 of 1',
  "whatsapp/type-of-tomorrow":
    'new Nuria Vidal @nuria.v; in "Un mensaje de un tipo desconocido (hologram)" unknown; heard 3 of 3',
  "whatsapp/unsupported":
    'new Nuria Vidal @nuria.v; in "Un mensaje que la aplicación no entrega: ábrelo en el teléfono." unsupported; heard 3 of 3',
  "whatsapp/unsupported-with-type":
    'new Nuria Vidal @nuria.v; in "Un mensaje que la aplicación no entrega: ábrelo en el teléfono." unsupported; heard 3 of 3',
  "whatsapp/video": 'new Nuria Vidal @nuria.v; in "La obra" +1; heard 3 of 3',
  "facebook/ad": 'new Facebook ####; in "Vi su anuncio" +1 ad; heard 1 of 1',
  "facebook/album": 'new Facebook ####; in "" +3; heard 1 of 1',
  "facebook/audio": 'new Facebook ####; in "" +1; heard 1 of 1',
  "facebook/delivery": 'read Facebook ####; out "Sí, de 10 a 14" elsewhere; heard 0 of 1',
  "facebook/delivery-without-mids":
    'read Facebook ####; out "Sí, de 10 a 14" elsewhere; heard 0 of 1',
  "facebook/echo": 'read Facebook ####; out "Sí, de 10 a 14" elsewhere; heard 0 of 1',
  "facebook/echo-elsewhere": 'read Facebook ####; out "Sí" elsewhere; heard 0 of 1',
  "facebook/edit":
    'new Facebook ####; in "¿Abren el domingo?" edited ¿Abren el sábado?; heard 1 of 1',
  "facebook/edit-without-text": 'new Facebook ####; in "¿Abren el sábado?"; heard 1 of 1',
  "facebook/fallback": 'new Facebook ####; in "https://taller.example/mesas" shared; heard 1 of 1',
  "facebook/fallback-without-payload":
    'new Facebook ####; in "Enlace compartido" shared; heard 1 of 1',
  "facebook/feed": "heard 0 of 0",
  "facebook/file": 'new Facebook ####; in "" +1; heard 1 of 1',
  "facebook/handover": "heard 0 of 0",
  "facebook/image": 'new Facebook ####; in "" +1; heard 1 of 1',
  "facebook/location": 'new Facebook ####; in "Nuria\'s location" location; heard 1 of 1',
  "facebook/postback": 'new Facebook ####; in "Empezar" choice link; heard 1 of 1',
  "facebook/postback-as-change": 'new Facebook ####; in "Empezar" choice; heard 1 of 1',
  "facebook/postback-without-mid": 'new Facebook ####; in "Empezar" choice; heard 1 of 1',
  "facebook/quick-reply": 'new Facebook ####; in "Por la tarde" choice; heard 1 of 1',
  "facebook/reaction": 'read Facebook ####; out "Sí, de 10 a 14" elsewhere them❤️; heard 1 of 1',
  "facebook/reaction-by-name":
    'read Facebook ####; out "Sí, de 10 a 14" elsewhere them😮; heard 1 of 1',
  "facebook/reaction-withdrawn":
    'read Facebook ####; out "Sí, de 10 a 14" elsewhere them-; heard 1 of 1',
  "facebook/read": 'read Facebook ####; out "Sí, de 10 a 14" elsewhere; heard 0 of 1',
  "facebook/referral": 'new Facebook ####; in "¿Abren el sábado?"; heard 1 of 1; waits',
  "facebook/reply": 'new Facebook ####; in "Esa" answers m_ours; heard 1 of 1',
  "facebook/standby": 'new Facebook ####; in "¿Hay alguien?"; heard 1 of 1',
  "facebook/sticker": 'new Facebook ####; in "Sticker" +1 sticker; heard 1 of 1',
  "facebook/text": 'new Facebook ####; in "¿Abren el sábado?"; heard 1 of 1',
  "facebook/unknown-attachment":
    'new Facebook ####; in "Un mensaje de un tipo desconocido (hologram)" +1 unknown; heard 1 of 1',
  "facebook/unsupported":
    'new Facebook ####; in "Un mensaje que la aplicación no entrega: ábrelo en el teléfono." unsupported; heard 1 of 1',
  "instagram/ad": 'new Instagram ####; in "Vi su anuncio" +1 ad; heard 1 of 1',
  "instagram/album": 'new Instagram ####; in "" +3; heard 1 of 1',
  "instagram/array-of-envelopes": 'new Instagram ####; in "Hola"; heard 1 of 1',
  "instagram/audio": 'new Instagram ####; in "" +1; heard 1 of 1',
  "instagram/comment": "heard 0 of 0",
  "instagram/echo": 'read Instagram ####; out "Sí, de 10 a 14" elsewhere; heard 0 of 1',
  "instagram/echo-elsewhere": 'read Instagram ####; out "Sí" elsewhere; heard 0 of 1',
  "instagram/edit":
    'new Instagram ####; in "¿Abren el domingo?" edited ¿Abren el sábado?; heard 1 of 1',
  "instagram/edit-without-text": 'new Instagram ####; in "¿Abren el sábado?"; heard 1 of 1',
  "instagram/ephemeral":
    'new Instagram ####; in "Un mensaje que la aplicación no entrega: ábrelo en el teléfono." unsupported; heard 1 of 1',
  "instagram/file": 'new Instagram ####; in "" +1; heard 1 of 1',
  "instagram/handover": "heard 0 of 0",
  "instagram/image": 'new Instagram ####; in "" +1; heard 1 of 1',
  "instagram/postback": 'new Instagram ####; in "Empezar" choice link; heard 1 of 1',
  "instagram/postback-without-mid": 'new Instagram ####; in "Empezar" choice; heard 1 of 1',
  "instagram/product": 'new Instagram ####; in "¿Cuánto?" product; heard 1 of 1',
  "instagram/quick-reply": 'new Instagram ####; in "Por la tarde" choice; heard 1 of 1',
  "instagram/reaction": 'read Instagram ####; out "Sí, de 10 a 14" elsewhere them❤️; heard 1 of 1',
  "instagram/reaction-by-name":
    'read Instagram ####; out "Sí, de 10 a 14" elsewhere them😮; heard 1 of 1',
  "instagram/reaction-withdrawn":
    'read Instagram ####; out "Sí, de 10 a 14" elsewhere them-; heard 1 of 1',
  "instagram/read": 'read Instagram ####; out "Sí, de 10 a 14" elsewhere; heard 0 of 1',
  "instagram/referral": "heard 0 of 0; waits",
  "instagram/reply": 'new Instagram ####; in "Esa" answers m_ours; heard 1 of 1',
  "instagram/self": "heard 0 of 0",
  "instagram/shared-post":
    'new Instagram ####; in "Publicación compartida: Mesa" shared; heard 1 of 1',
  "instagram/shared-reel": 'new Instagram ####; in "Reel compartido: Montaje" shared; heard 1 of 1',
  "instagram/shared-story": 'new Instagram ####; in "Historia compartida" shared; heard 1 of 1',
  "instagram/standby": 'new Instagram ####; in "¿Hay alguien?"; heard 1 of 1',
  "instagram/story-mention": 'new Instagram ####; in "" +1 story_mention; heard 1 of 1',
  "instagram/story-reply": 'new Instagram ####; in "¡Qué mesa!" +1 story_reply; heard 1 of 1',
  "instagram/text": 'new Instagram ####; in "¿Abren el sábado?"; heard 1 of 1',
  "instagram/unknown-attachment":
    'new Instagram ####; in "Un mensaje de un tipo desconocido (hologram)" +1 unknown; heard 1 of 1',
  "instagram/unsend": 'new Instagram ####; in "" unsent; heard 1 of 1',
  "instagram/unsupported":
    'new Instagram ####; in "Un mensaje que la aplicación no entrega: ábrelo en el teléfono." unsupported; heard 1 of 1',
};
