import type { Spoken } from "@/lib/words/language.ts";

/** Words of pages that show an error instead of the content. */
export const errorPageWords = {
  retry: { es: "Volver a intentarlo", en: "Try again" },
  toCompanies: { es: "Ir a mis empresas", en: "Go to my companies" },
  toHome: { es: "Ir al inicio", en: "Go to the start" },
  requestId: { es: "Identificador de la petición", en: "Request id" },
  pages: {
    company_required: {
      title: { es: "Elige una empresa", en: "Choose a company" },
      text: {
        es: "Perteneces a varias. Cada una tiene sus propios datos; puedes cambiar " +
          "cuando quieras.",
        en: "You belong to several. Each has its own data; you can switch at any time.",
      },
    },
    unauthorized: {
      title: { es: "No sabemos quién eres", en: "We do not know who you are" },
      text: {
        es: "Has llegado sin una identificación válida de la pasarela de acceso, así que " +
          "no se muestra nada. Vuelve a entrar; si se repite, avisa a quien administra " +
          "Relevo.",
        en: "You came without a valid identification from the access gateway, so nothing " +
          "is shown. Sign in again; if it keeps happening, tell whoever runs Relevo.",
      },
    },
    token_expired: {
      title: { es: "Tu sesión ha terminado", en: "Your session has ended" },
      text: {
        es: "Lo que guardaste sigue en su sitio. Vuelve a entrar para continuar.",
        en: "What you saved is safe. Sign in again to go on.",
      },
    },
    not_a_member: {
      title: { es: "No perteneces a esta empresa", en: "You do not belong to this company" },
      text: {
        es: "Por eso no se muestra nada de ella. Abre una de las tuyas, o pide a alguien " +
          "de esta que te añada.",
        en: "So nothing of it is shown. Open one of yours, or ask someone there to add you.",
      },
    },
    no_membership: {
      title: {
        es: "Aún no perteneces a ninguna empresa",
        en: "You do not belong to any company yet",
      },
      text: {
        es: "Relevo te reconoce, pero nadie te ha añadido todavía. Pide a un compañero " +
          "que lo haga y vuelve a intentarlo.",
        en: "Relevo knows you, but nobody has added you so far. Ask a colleague to do " +
          "it, then try again.",
      },
    },
    /** No membership yet, and somebody who offers one. */
    invited: {
      title: { es: "Te han invitado", en: "You have been invited" },
      text: {
        es: "Aún no perteneces a ninguna empresa. Nada es tuyo ni suyo hasta que aceptes.",
        en: "You do not belong to any company yet. Nothing is yours or theirs until you accept.",
      },
    },
    not_found: {
      title: { es: "Aquí no hay nada", en: "There is nothing here" },
      text: {
        es: "La dirección está mal escrita, o lo que había se ha quitado.",
        en: "The address is mistyped, or what was here has been removed.",
      },
    },
    keys_unavailable: {
      title: {
        es: "Ahora no se pueden comprobar los accesos",
        en: "Sign-ins cannot be checked just now",
      },
      text: {
        es: "El servicio de acceso no contesta. No se ha perdido nada; inténtalo de " +
          "nuevo dentro de unos segundos.",
        en: "The access service does not answer. Nothing is lost; try again in a few " +
          "seconds.",
      },
    },
    database_unavailable: {
      title: { es: "Ahora no se llega a los datos", en: "The data cannot be reached just now" },
      text: {
        es: "La base de datos no contesta. No se ha cambiado nada; inténtalo de nuevo " +
          "dentro de unos segundos.",
        en: "The database does not answer. Nothing was changed; try again in a few seconds.",
      },
    },
    internal: {
      title: { es: "Algo ha fallado por nuestra parte", en: "Something went wrong on our side" },
      text: {
        es: "No se ha cambiado nada. Si se repite, pásale el identificador a quien " +
          "administra Relevo: con él se encuentra qué pasó.",
        en: "Nothing was changed. If it keeps happening, give the id to whoever runs " +
          "Relevo: it leads to what happened.",
      },
    },
  },
};

export type ErrorPageWords = Spoken<typeof errorPageWords>;
