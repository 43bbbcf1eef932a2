/** The panel's words in Spanish; lib/words/en.ts says the same. */
export const es = {
  skip: "Saltar al contenido",
  places: { label: "Secciones", home: "Inicio" },
  companies: { switch: "Cambiar de empresa", yours: "Tus empresas", here: "Empresa actual" },
  account: "Tu cuenta",
  home: {
    hello: (name: string) => name ? `Hola, ${name}` : "Hola",
    latest: "Últimas notificaciones",
    empty: "Aquí verás lo que se envía a los teléfonos y lo que responde cada persona.",
    send: "Enviar una prueba",
    more: (shown: number, total: number) => `Las ${shown} más recientes de ${total}`,
    offline: "Sin conexión: la lista se pondrá al día al recuperarla.",
    arrived: (who: string, answer: string) => `${who} ha respondido ${answer}`,
  },
  row: {
    title: "Notificación",
    to: "Para",
    state: "Estado",
    answer: "Respuesta",
    sent: "Enviada",
    others: (count: number) => `y ${count} más`,
    none: "Sin respuesta",
  },
  types: { info: "Información", success: "Éxito", warning: "Aviso", error: "Error" },
  states: {
    answered: "Respondida",
    read: "Leída",
    delivered: "Entregada",
    sent: "Enviada",
    queued: "En espera",
    failed: "Fallida",
    expired: "Caducada",
    replaced: "Sustituida",
    cancelled: "Cancelada",
  },
  form: {
    title: "Enviar una prueba",
    close: "Cerrar",
    to: "Para",
    toHint: "El identificador con el que se emparejó el teléfono.",
    subject: "Título",
    body: "Texto",
    type: "Tipo",
    priority: "Prioridad",
    priorities: {
      low: "Baja: sin sonido",
      normal: "Normal: con sonido",
      high: "Alta: insistente",
    },
    buttons: "Botones",
    button: (n: number) => `Botón ${n}`,
    addButton: "Añadir un botón",
    removeButton: (n: number) => `Quitar el botón ${n}`,
    allowReply: "Admitir una respuesta escrita",
    optional: "opcional",
    send: "Enviar prueba",
    sending: "Enviando…",
    shortcut: "Intro",
    sentTo: (who: string) => `Enviada a ${who}.`,
    noPhone: (who: string) => `Enviada. ${who} aún no tiene un teléfono emparejado.`,
    sample: {
      title: "Prueba de Relevo",
      body: "Si lees esto, las notificaciones llegan. ¿Todo bien?",
      yes: "Todo bien",
      no: "Hay un problema",
    },
  },
  failures: {
    network: "No se ha podido llegar al servidor. Lo que has escrito sigue aquí: comprueba tu " +
      "conexión y vuelve a enviar; no se enviará dos veces.",
    session: "Tu sesión ha terminado. Lo que has escrito sigue aquí: vuelve a entrar en otra " +
      "pestaña y envía de nuevo.",
    sessionList: "Tu sesión ha terminado: la lista ya no se pone al día.",
    reload: "Volver a entrar",
    odd: "El servidor ha contestado algo inesperado. Lo que has escrito sigue aquí: inténtalo de " +
      "nuevo dentro de un momento.",
  },
  errors: {
    retry: "Volver a intentarlo",
    toCompanies: "Ir a mis empresas",
    toHome: "Ir al inicio",
    requestId: "Identificador de la petición",
    pages: {
      company_required: {
        title: "Elige una empresa",
        text:
          "Perteneces a varias. Cada una tiene sus propios datos; puedes cambiar cuando quieras.",
      },
      unauthorized: {
        title: "No sabemos quién eres",
        text: "Has llegado sin una identificación válida de la pasarela de acceso, así que no se " +
          "muestra nada. Vuelve a entrar; si se repite, avisa a quien administra Relevo.",
      },
      token_expired: {
        title: "Tu sesión ha terminado",
        text: "Lo que guardaste sigue en su sitio. Vuelve a entrar para continuar.",
      },
      not_a_member: {
        title: "No perteneces a esta empresa",
        text:
          "Por eso no se muestra nada de ella. Abre una de las tuyas, o pide a alguien de esta " +
          "que te añada.",
      },
      no_membership: {
        title: "Aún no perteneces a ninguna empresa",
        text: "Relevo te reconoce, pero nadie te ha añadido todavía. Pide a un compañero que lo " +
          "haga y vuelve a intentarlo.",
      },
      not_found: {
        title: "Aquí no hay nada",
        text: "La dirección está mal escrita, o lo que había se ha quitado.",
      },
      keys_unavailable: {
        title: "Ahora no se pueden comprobar los accesos",
        text:
          "El servicio de acceso no contesta. No se ha perdido nada; inténtalo de nuevo dentro " +
          "de unos segundos.",
      },
      database_unavailable: {
        title: "Ahora no se llega a los datos",
        text:
          "La base de datos no contesta. No se ha cambiado nada; inténtalo de nuevo dentro de " +
          "unos segundos.",
      },
      internal: {
        title: "Algo ha fallado por nuestra parte",
        text: "No se ha cambiado nada. Si se repite, pásale el identificador a quien administra " +
          "Relevo: con él se encuentra qué pasó.",
      },
    },
  },
};

export type Words = typeof es;
