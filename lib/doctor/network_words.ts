import type { Text } from "@/lib/words/language.ts";

/** What the checks of the ways to this installation and out of it saw, and what to do. */
export const networkWords = {
  notRunning: {
    es: "Relevo no está en marcha aquí: se comprueba con el servicio arrancado.",
    en: "Relevo does not run here: it is checked once the service is up.",
  },
  publicUrl: {
    own: (url: string): Text => ({
      es: `${url} lleva a esta instalación.`,
      en: `${url} leads to this installation.`,
    }),
    unencrypted: (url: string): Text => ({
      es: `PUBLIC_URL es ${url}: sin HTTPS no hay claves de acceso ni avisos en los teléfonos.`,
      en: `PUBLIC_URL is ${url}: without HTTPS there are no passkeys and no pushes.`,
    }),
    useHttps: {
      es: "Ponga delante un proxy con certificado y su dirección https en PUBLIC_URL.",
      en: "Put a proxy with a certificate before it, and its https address into PUBLIC_URL.",
    },
    away: (url: string, reason: string): Text => ({
      es: `${url} no responde: ${reason}.`,
      en: `${url} does not answer: ${reason}.`,
    }),
    openWay: {
      es: "Compruebe el registro DNS del dominio, los puertos 80 y 443 y que el proxy esté en " +
        "marcha.",
      en: "Check the domain's DNS record, ports 80 and 443, and that the proxy runs.",
    },
    other: (url: string): Text => ({
      es: `En ${url} responde otra cosa, no Relevo.`,
      en: `Something else than Relevo answers at ${url}.`,
    }),
    pointProxy: {
      es: "Compruebe adónde envía el proxy ese dominio, y que PUBLIC_URL sea el dominio correcto.",
      en: "Check where the proxy sends that domain, and that PUBLIC_URL is the right one.",
    },
    otherBuild: (url: string): Text => ({
      es: `En ${url} trabaja otra versión que la compilada aquí.`,
      en: `Another version works at ${url} than the one that is built here.`,
    }),
    restart: {
      es: "Reinicie los procesos para que usen la nueva.",
      en: "Restart the processes, so that they take the new one.",
    },
  },
  certificate: {
    ends: (day: string): Text => ({
      es: `El certificado vale hasta el ${day}.`,
      en: `The certificate is good until ${day}.`,
    }),
    wrong: (reason: string): Text => ({
      es: `Los navegadores rechazarán el certificado: ${reason}.`,
      en: `Browsers will refuse the certificate: ${reason}.`,
    }),
    none: {
      es: "PUBLIC_URL no es https: no hay certificado.",
      en: "PUBLIC_URL is not https: there is no certificate.",
    },
    unread: {
      es: "Nadie responde con un certificado en PUBLIC_URL.",
      en: "Nobody answers with a certificate at PUBLIC_URL.",
    },
    renew: {
      es: "Mire en el registro del proxy por qué no lo renueva; suele ser el puerto 80 cerrado.",
      en: "See in the proxy's log why it does not renew it; often port 80 is closed.",
    },
  },
  proxy: {
    ownAddress: {
      es: "El servicio ve la dirección de quien llama, y nadie puede fingir otra.",
      en: "The service sees a caller's own address, and nobody can feign another.",
    },
    forged: (header: string): Text => ({
      es: `El proxy deja pasar lo que quien llama escribe en ${header}: cualquiera elude los ` +
        "límites.",
      en: `The proxy passes on what a caller wrote into ${header}: anybody can evade the limits.`,
    }),
    overwrite: (header: string): Text => ({
      es: `Haga que el proxy sobrescriba ${header} con la dirección de quien llama.`,
      en: `Have the proxy overwrite ${header} with the caller's address.`,
    }),
    withoutHeader: (header: string): Text => ({
      es: `La llamada llegó sin ${header}: todos parecen ser el proxy.`,
      en: `The call came in without ${header}: everybody seems to be the proxy.`,
    }),
    write: (header: string): Text => ({
      es: `Haga que el proxy escriba ${header}, o ponga en CLIENT_IP_HEADER la que escribe.`,
      en: `Have the proxy write ${header}, or name the one that it writes in CLIENT_IP_HEADER.`,
    }),
    unnamed: (socket: string): Text => ({
      es: `Todas las llamadas llegan desde ${socket}: los límites por dirección no funcionan.`,
      en: `All calls come in from ${socket}: limits by address do not work.`,
    }),
    name: {
      es: "Ponga en CLIENT_IP_HEADER la cabecera en la que el proxy escribe la dirección de " +
        "quien llama, como X-Forwarded-For.",
      en:
        "Name in CLIENT_IP_HEADER the header in which the proxy writes a caller's address, such " +
        "as X-Forwarded-For.",
    },
    missed: {
      es: "La llamada por PUBLIC_URL no llegó a este proceso; quizá a otro de la instalación.",
      en: "The call to PUBLIC_URL did not come to this process; perhaps to another of it.",
    },
  },
  gateway: {
    keys: (url: string): Text => ({
      es: `Las claves de la puerta de acceso se leen en ${url}.`,
      en: `The gateway's keys can be read at ${url}.`,
    }),
    missing: (names: string): Text => ({ es: `Falta: ${names}.`, en: `Missing: ${names}.` }),
    choose: {
      es: "Ponga la puerta de acceso como dice docs/operating/install.md: sin ella nadie entra.",
      en: "Set the sign-in gateway as docs/operating/install.md says: nobody gets in without.",
    },
    away: (url: string, reason: string): Text => ({
      es: `Las claves no se pueden leer en ${url}: ${reason}.`,
      en: `The keys cannot be read at ${url}: ${reason}.`,
    }),
    start: {
      es: "Arranque la puerta de acceso («deno task gateway») y compruebe GATEWAY_JWKS_URL.",
      en: "Start the gateway (“deno task gateway”), and check GATEWAY_JWKS_URL.",
    },
  },
  push: {
    open: {
      es: "Los servicios de avisos de los teléfonos responden.",
      en: "The phones' push services answer.",
    },
    closed: (hosts: string): Text => ({
      es: `No se llega a ${hosts}: esos teléfonos no reciben avisos.`,
      en: `${hosts} cannot be reached: those phones get no pushes.`,
    }),
    openPort: {
      es: "Permita en el cortafuegos salir al puerto 443 de esos servidores.",
      en: "Let the firewall pass connections out to port 443 of those hosts.",
    },
    none: {
      es: "PUSH_HOSTS no permite ninguno de los servicios habituales.",
      en: "PUSH_HOSTS admits none of the usual services.",
    },
  },
  mail: {
    none: {
      es: "No hay servidor de correo (SMTP_HOST): ni códigos de acceso ni alertas por correo.",
      en: "There is no mail server (SMTP_HOST): no sign-in codes and no alerts by mail.",
    },
    opens: (host: string): Text => ({
      es: `El servidor de correo ${host} deja entrar.`,
      en: `The mail server ${host} lets it in.`,
    }),
    went: (address: string): Text => ({
      es: `El servidor de correo aceptó un mensaje para ${address}.`,
      en: `The mail server took a message to ${address}.`,
    }),
    refuses: (host: string, reason: string): Text => ({
      es: `El servidor de correo ${host} no sirve: ${reason}.`,
      en: `The mail server ${host} is of no use: ${reason}.`,
    }),
    correct: {
      es: "Compruebe SMTP_HOST, SMTP_PORT, SMTP_SECURITY, SMTP_USER y SMTP_PASSWORD.",
      en: "Check SMTP_HOST, SMTP_PORT, SMTP_SECURITY, SMTP_USER and SMTP_PASSWORD.",
    },
    subject: { es: "Prueba del correo de Relevo", en: "A trial of Relevo's mail" },
    text: {
      es: "Este mensaje de prueba lo ha enviado «deno task doctor --mail».",
      en: "“deno task doctor --mail” has sent this message to try the mail server.",
    },
  },
};
