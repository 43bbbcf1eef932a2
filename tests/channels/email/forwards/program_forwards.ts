/** Forwards as mail programs write them in their languages. */
import { type Case, customer as ana } from "./case.ts";
import { question } from "./scene.ts";

const subject = "Puerta";

export const programForwards: Record<string, Case> = {
  "Gmail in English": {
    body: `¿Lo llevas tú?

---------- Forwarded message ---------
From: Ana Ruiz <ana@cliente.example>
Date: Tue, Nov 24, 2026 at 9:00 AM
Subject: Puerta
To: <marta@taller.example>


${question}`,
    ...{ person: ana, subject, words: "¿Lo llevas tú?" },
  },
  "Gmail in Spanish, the name bold": {
    body: `---------- Forwarded message ---------
De: *Ana Ruiz* <ana@cliente.example>
Date: mar, 24 nov 2026 a las 9:00
Subject: Puerta
To: marta@taller.example <marta@taller.example>

${question}`,
    ...{ person: ana, subject, words: null },
  },
  "Gmail in Catalan": {
    body: `---------- Missatge reenviat ---------
De: Ana Ruiz <ana@cliente.example>
Date: dt., 24 de nov. 2026 a les 9:00
Subject: Puerta
To: <marta@taller.example>

${question}`,
    ...{ person: ana, subject },
  },
  "Gmail in German": {
    subjectLine: "Fwd: Tür",
    body: `---------- Forwarded message ---------
Von: Ana Ruiz <ana@cliente.example>
Date: Di., 24. Nov. 2026 um 09:00 Uhr
Subject: Tür
To: <marta@taller.example>

${question}`,
    ...{ person: ana, subject: "Tür" },
  },
  "Outlook in Spanish": {
    subjectLine: "RV: Puerta",
    body: `Para ti

De: Ana Ruiz <ana@cliente.example>
Enviado el: martes, 24 de noviembre de 2026 9:00
Para: Marta <marta@taller.example>
Asunto: Puerta

${question}`,
    ...{ person: ana, subject, words: "Para ti" },
  },
  "Outlook in English, with a link behind the address": {
    subjectLine: "FW: Puerta",
    body: `From: Ana Ruiz <ana@cliente.example<mailto:ana@cliente.example>>
Sent: Tuesday, November 24, 2026 9:00 AM
To: Marta <marta@taller.example<mailto:marta@taller.example>>
Subject: Puerta

${question}`,
    ...{ person: ana, subject },
  },
  "Outlook of before, with the address in brackets": {
    subjectLine: "RV: Puerta",
    body: `-----Mensaje original-----
De: Ana Ruiz [mailto:ana@cliente.example]
Enviado el: martes, 24 de noviembre de 2026 9:00
Para: marta@taller.example
Asunto: Puerta

${question}`,
    ...{ person: ana, subject },
  },
  "Outlook on the web in German": {
    subjectLine: "WG: Tür",
    body: `Kannst du das machen?
________________________________
Von: Ana Ruiz <ana@cliente.example>
Gesendet: Dienstag, 24. November 2026 09:00
An: Marta <marta@taller.example>
Betreff: Tür

${question}`,
    ...{ person: ana, subject: "Tür", words: "Kannst du das machen?" },
  },
  "Outlook on the web in French": {
    subjectLine: "TR : Porte",
    body: `________________________________
De : Ana Ruiz <ana@cliente.example>
Envoyé : mardi 24 novembre 2026 09:00
À : Marta <marta@taller.example>
Objet : Porte

${question}`,
    ...{ person: ana, subject: "Porte" },
  },
  "Outlook on a phone in Portuguese, below its own line": {
    subjectLine: "Enc: Porta",
    body: `Obter o Outlook para Android
________________________________
De: Ana Ruiz <ana@cliente.example>
Enviado: terça-feira, 24 de novembro de 2026 09:00
Para: Marta <marta@taller.example>
Assunto: Porta

${question}`,
    ...{ person: ana, subject: "Porta", words: null },
  },
  "Outlook in Catalan, its address on a line of its own": {
    subjectLine: "RV: Porta",
    body: `De: Ana Ruiz de la Torre i Companyia
<ana@cliente.example>
Enviat: dimarts, 24 de novembre de 2026 9:00
Per a: Marta <marta@taller.example>
Tema: Porta

${question}`,
    ...{ person: "Ana Ruiz de la Torre i Companyia <ana@cliente.example>", subject: "Porta" },
  },
  "Apple Mail in Spanish": {
    body: `Para ti.

Inicio del mensaje reenviado:

> De: Ana Ruiz <ana@cliente.example>
> Asunto: Puerta
> Fecha: 24 de noviembre de 2026, 9:00:00 CET
> Para: Marta <marta@taller.example>
>${" "}
> ${question}
>
> Son dos.`,
    ...{ person: ana, subject, words: "Para ti.", text: `${question}\n\nSon dos.` },
  },
  "Apple Mail that quotes its own line": {
    body: `> Begin forwarded message:
>
> From: Ana Ruiz <ana@cliente.example>
> Subject: Puerta
> Date: 24 November 2026 at 09:00:00 CET
> To: Marta <marta@taller.example>
>
> ${question}`,
    ...{ person: ana, subject },
  },
  "an iPhone in German, with words below": {
    subjectLine: "Fwd: Tür",
    body: `Anfang der weitergeleiteten E‑Mail:

> Von: Ana Ruiz <ana@cliente.example>
> Datum: 24. November 2026 um 09:00:00 MEZ
> An: marta@taller.example
> Betreff: Tür
>
> ${question}

Von meinem iPhone gesendet`,
    ...{ person: ana, subject: "Tür" },
  },
  "an iPhone in French, its headers unmarked": {
    subjectLine: "Fwd: Porte",
    body: `Début du message transféré :

De: Ana Ruiz <ana@cliente.example>
Date: 24 novembre 2026 à 09:00:00 UTC+1
À: marta@taller.example
Objet: Porte

${question}`,
    ...{ person: ana, subject: "Porte" },
  },
  "Thunderbird in Spanish, answers wanted elsewhere": {
    body: `-------- Mensaje reenviado --------
Asunto: \tPuerta
Fecha: \tTue, 24 Nov 2026 09:00:00 +0100
De: \tAna Ruiz <ana@cliente.example>
Responder a: \tJefa <jefa@cliente.example>
Para: \tmarta@taller.example



${question}`,
    ...{ person: ana, subject },
  },
  "Thunderbird in French": {
    body: `-------- Message transféré --------
Sujet : \tPuerta
Date : \tTue, 24 Nov 2026 09:00:00 +0100
De : \tAna Ruiz <ana@cliente.example>
Pour : \tmarta@taller.example

${question}`,
    ...{ person: ana, subject },
  },
  "Samsung in Spanish": {
    body: `Enviado desde mi Galaxy

-------- Mensaje original --------
De: Ana Ruiz <ana@cliente.example>
Fecha: 24/11/26 9:00 (GMT+01:00)
Para: marta@taller.example
Asunto: Puerta

${question}`,
    ...{ person: ana, subject, words: null },
  },
  "Samsung, its first header in the line of its separator": {
    body: `-------- Original message --------From: Ana Ruiz <ana@cliente.example>
Date: 24/11/26 9:00 (GMT+01:00)
To: marta@taller.example
Subject: Puerta

${question}`,
    ...{ person: ana, subject },
  },
  "Yahoo in Spanish": {
    subjectLine: "Rv: Puerta",
    body: `   ----- Mensaje reenviado ----- De: Ana Ruiz <ana@cliente.example>
Para: marta@taller.example <marta@taller.example>
Enviado: martes, 24 de noviembre de 2026, 09:00:00 CET
Asunto: Puerta

${question}`,
    ...{ person: ana, subject },
  },
  "Yahoo in French": {
    subjectLine: "Tr : Porte",
    body: `----- Mail transféré -----
De : Ana Ruiz <ana@cliente.example>
À : marta@taller.example <marta@taller.example>
Envoyé : mardi 24 novembre 2026 à 09:00:00 UTC+1
Objet : Porte

${question}`,
    ...{ person: ana, subject: "Porte" },
  },
  "Roundcube": {
    body: `-------- Mensaje Original --------
Asunto: Puerta
Fecha: 24-11-2026 09:00
De: Ana Ruiz <ana@cliente.example>
Destinatario: marta@taller.example

${question}`,
    ...{ person: ana, subject },
  },
  "Zoho": {
    body: `============ Forwarded message ============
From: Ana Ruiz <ana@cliente.example>
To: <marta@taller.example>
Date: Tue, 24 Nov 2026 09:00:00 +0100
Subject: Puerta
============ Forwarded message ============

${question}`,
    person: ana,
  },
  "a webmail with the address in round brackets": {
    body: `----- Forwarded Message -----
From: Ana Ruiz (ana@cliente.example)
To: marta@taller.example
Sent: Tuesday
Subject: Puerta

${question}`,
    ...{ person: ana, subject },
  },
  "Proton, a name with a comma": {
    body: `------- Forwarded Message -------
From: "Ruiz, Ana" <ana@cliente.example>
Date: On Tuesday, November 24th, 2026 at 09:00
Subject: Puerta
To: marta@taller.example

> ${question}`,
    person: "Ruiz, Ana <ana@cliente.example>",
  },
};
