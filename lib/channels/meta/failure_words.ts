/** Failures of accounts and messages of Meta. */
import type { Text } from "@/lib/words/language.ts";

/** Reasons why an account of Meta cannot be used; Meta's own words follow where there are any. */
export const metaFailureWords = {
  meta_app: {
    es: "La aplicación de Meta ya no existe o ya no se comparte con esta empresa.",
    en: "The Meta app is gone, or is no longer shared with this company.",
  },
  meta_app_secret: {
    es: "Meta no acepta la clave secreta de la aplicación.",
    en: "Meta does not take the app's secret.",
  },
  meta_app_token: {
    es: "Es el token de la propia aplicación, que no puede escribir a nadie.",
    en: "It is the app's own token, which can write to nobody.",
  },
  meta_token: { es: "Meta no acepta el token.", en: "Meta does not take the token." },
  meta_token_ended: { es: "El token ha caducado.", en: "The token has ended." },
  meta_other_app: {
    es: "El token es de otra aplicación de Meta.",
    en: "The token is of another Meta app.",
  },
  meta_scopes: { es: "Al token le faltan permisos:", en: "The token lacks permissions:" },
  meta_permission: { es: "Meta no lo permite.", en: "Meta does not allow it." },
  meta_id: {
    es: "El token no alcanza ninguna cuenta con ese identificador.",
    en: "The token reaches no account with that id.",
  },
  meta_page_token: {
    es: "Quien dio el token no administra esa página.",
    en: "Whoever gave the token does not manage that page.",
  },
  meta_page_instagram: {
    es: "Esa página no tiene vinculada esa cuenta de Instagram.",
    en: "That page is not linked to that Instagram account.",
  },
  meta_number: { es: "El número no está conectado:", en: "The number is not connected:" },
  meta_pace: { es: "Meta pide ir más despacio.", en: "Meta asks to slow down." },
  meta_theirs: { es: "Meta tiene un problema.", en: "Meta has a problem of its own." },
  meta_odd: {
    es: "La respuesta no es de la API de Meta.",
    en: "The answer is not of Meta's API.",
  },
  meta_error: { es: "Meta rechaza la llamada.", en: "Meta refuses the call." },
};

export type MetaOutcome = keyof typeof metaFailureWords;

/** Why a message did not leave by Meta, with what to do; Meta's own words follow. */
export const graphWords = {
  graph_pace: {
    es: "Meta pide ir más despacio; se intenta otra vez sola.",
    en: "Meta asks to go slower; it is tried again by itself.",
  },
  graph_theirs: {
    es: "Meta tiene un fallo suyo; se intenta otra vez sola.",
    en: "Meta has a fault of its own; it is tried again by itself.",
  },
  graph_refused: {
    es: "Meta no lo entregó por un fallo suyo o por ir deprisa: inténtalo de nuevo.",
    en: "Meta did not deliver it, for a fault of its own or its pace: try again.",
  },
  graph_person: {
    es: "Meta no puede entregárselo a esta persona: llámala o escríbele por otro canal.",
    en: "Meta cannot deliver it to this person: call them, or write by another channel.",
  },
  graph_window: {
    es: "Hace demasiado que escribió: Meta no deja responder así hasta que vuelva a escribir.",
    en: "They wrote too long ago: Meta takes no such answer until they write again.",
  },
  graph_thread: {
    es: "Otra aplicación lleva la conversación: al reintentarlo, Relevo la toma primero.",
    en: "Another app has the conversation: on a retry Relevo takes it first.",
  },
  graph_wrong: {
    es: "Meta no acepta este mensaje: cámbialo y envíalo de nuevo.",
    en: "Meta refuses this message: change it and send it again.",
  },
  graph_account: {
    es: "Meta no deja enviar por esta cuenta: pruébala en Ajustes, Canales.",
    en: "Meta lets nothing leave by this account: test it in Settings, Channels.",
  },
} satisfies Record<string, Text>;
