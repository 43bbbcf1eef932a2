/** Forwards of forms, of forwards and of conversations, and what is none. */
import { type Case, customer as ana } from "./case.ts";
import { question } from "./scene.ts";

const subject = "Puerta";

export const oddForwards: Record<string, Case> = {
  "a form whose answers go to the customer": {
    body: `-------- Forwarded Message --------
Subject: \tNueva consulta
Date: \tTue, 24 Nov 2026 09:00:00 +0100
From: \tWeb <wordpress@otra.example>
Reply-To: \tAna Ruiz <ana@cliente.example>
To: \tmarta@taller.example

Nombre: Ana Ruiz
Mensaje: ${question}`,
    ...{ person: ana, text: `Nombre: Ana Ruiz\nMensaje: ${question}` },
  },
  "our own form": {
    body: `-------- Forwarded Message --------
Subject: \tNueva consulta
Date: \tTue, 24 Nov 2026 09:00:00 +0100
From: \tWeb <web@taller.example>
Reply-To: \tana@cliente.example
To: \tmarta@taller.example

${question}`,
    person: "ana@cliente.example",
  },
  "a program that introduces it by a sentence": {
    body: `Mirad

El mar, 24 nov 2026 a las 9:00, Ana Ruiz (<ana@cliente.example>) escribió:

> ${question}`,
    ...{ person: ana, subject: null, words: "Mirad" },
  },
  "a subject that lost its mark": {
    subjectLine: "Una puerta",
    body: `Te paso esto

---------- Forwarded message ---------
From: Ana Ruiz <ana@cliente.example>
Date: Tue, Nov 24, 2026 at 9:00 AM
Subject: Puerta
To: <marta@taller.example>

${question}`,
    ...{ person: ana, words: "Te paso esto" },
  },
  "a forward of a colleague's forward": {
    body: `¿Quién puede?

---------- Forwarded message ---------
From: Luis <luis@taller.example>
Date: Tue, Nov 24, 2026 at 10:00 AM
Subject: RV: Puerta
To: <marta@taller.example>

Yo no puedo

De: Ana Ruiz <ana@cliente.example>
Enviado el: martes, 24 de noviembre de 2026 9:00
Para: Luis <luis@taller.example>
Asunto: Puerta

${question}`,
    ...{ person: ana, subject, words: "¿Quién puede?\n\nYo no puedo" },
  },
  "a conversation whose last word is ours": {
    body: `---------- Forwarded message ---------
From: Luis <luis@taller.example>
Date: Tue, Nov 24, 2026 at 10:00 AM
Subject: Re: Puerta
To: Ana Ruiz <ana@cliente.example>

Sí, el martes

On Tue, Nov 24, 2026 at 9:00 AM Ana Ruiz <ana@cliente.example> wrote:

> ${question}`,
    ...{ person: ana, words: "Sí, el martes" },
  },
  "a conversation of two customers": {
    body: `---------- Forwarded message ---------
From: Ana Ruiz <ana@cliente.example>
Date: Tue, Nov 24, 2026 at 10:00 AM
Subject: Puerta
To: <marta@taller.example>

${question}

El mar, 24 nov 2026 a las 8:00, Eva Gil (<eva@cliente.example>) escribió:

> Pregunta al taller`,
    ...{ person: ana, subject },
  },
  "who cannot be told, and another one below": {
    subjectLine: "RV: Puerta",
    body: `De: Ana Ruiz
Enviado el: martes, 24 de noviembre de 2026 9:00
Para: Marta
Asunto: Puerta

${question}

De: Eva Gil <eva@cliente.example>
Enviado el: martes, 24 de noviembre de 2026 8:00
Para: Ana
Asunto: Puerta

Pregunta`,
  },
  "an answer that quotes": {
    subjectLine: "Re: Puerta",
    body: `Hecho.

De: Ana Ruiz <ana@cliente.example>
Enviado el: martes, 24 de noviembre de 2026 9:00
Para: Marta <marta@taller.example>
Asunto: Puerta

${question}`,
  },
  "an answer below which a forward stands": {
    subjectLine: "Re: Fwd: Puerta",
    body: `Hecho.

El mar, 24 nov 2026 a las 9:00, Luis (<luis@taller.example>) escribió:

> ---------- Forwarded message ---------
> From: Ana Ruiz <ana@cliente.example>
> Date: Tue, Nov 24, 2026 at 9:00 AM
> Subject: Puerta
> To: <luis@taller.example>
>
> ${question}`,
  },
  "a journey": { body: "Mudanza\n\nDe: Madrid\nPara: Gijón\nFecha: 3 de mayo a las 9:00\n\nTres" },
  "a mail of a colleague alone": {
    body: `---------- Forwarded message ---------
From: Luis <luis@taller.example>
Date: Tue, Nov 24, 2026 at 10:00 AM
Subject: Vacaciones
To: <marta@taller.example>

En agosto`,
  },
  "nothing within it": { body: "Mirad esto" },
};
