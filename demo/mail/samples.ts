/** Mails that a new demo has: a conversation with quoted text, and a newsletter. */
import { clockAt } from "../year/clock.ts";
import { compose, type Letter, quotedBelow } from "./compose.ts";
import { longDate } from "./long_date.ts";
import type { Mailbox } from "./mailbox.ts";
import { deliver } from "./post.ts";
import { mailWords } from "./words.ts";

interface Sample {
  customer: { name: string; address: string };
  member: string;
  subject: string;
  question: string;
  file: { name: string; text: string };
  answer: string;
  reply: string;
  newsletter: { name: string; address: string; subject: string; title: string; text: string };
}

const samples: Record<number, Sample> = {
  1: {
    customer: { name: "Berta Llorente", address: "berta.llorente@buzon.example" },
    member: "Marta Vidal",
    subject: "Armario para el pasillo",
    question: "Buenos días:\n\nQuerría un armario empotrado para el pasillo, lacado en blanco y " +
      "con puertas correderas. Os adjunto las medidas.\n\n¿Cuándo podríais venir a verlo?\n\n" +
      "Gracias,\nBerta",
    file: {
      name: "medidas.txt",
      text: "Pasillo\nAncho: 2,40 m\nAlto: 2,55 m\nFondo: 0,60 m\nRodapié: 8 cm\n",
    },
    answer: "Buenos días, Berta:\n\nCon esas medidas cabe bien. Podemos pasar a tomarlas el " +
      "jueves o el viernes por la mañana, y el presupuesto lo tienes dos días después.\n\n" +
      "¿Qué día te viene mejor?\n\nMarta Vidal\nTalleres Relevo",
    reply: "El jueves a las diez, perfecto. La dirección es calle del Tilo, 8, 3.º B.\n\n" +
      "¿Los tiradores pueden ser negros?\n\nBerta",
    newsletter: {
      name: "Herrajes Bisagra",
      address: "novedades@bisagra.example",
      subject: "Novedades de este mes: guías con freno",
      title: "Guías con freno para puertas de hasta 80 kg",
      text: "Ya en almacén, en negro y en gris. Pedidos antes de las doce, entrega al día " +
        "siguiente.",
    },
  },
  2: {
    customer: { name: "Tomás Arana", address: "tomas@cafelarambla.example" },
    member: "Hugo Serrano",
    subject: "Imagen para una cafetería",
    question: "Hola:\n\nAbrimos una cafetería en marzo y necesitamos nombre, logotipo y cartas. " +
      "Os mando las notas de lo que nos gusta.\n\n¿Por dónde se empieza?\n\nTomás Arana",
    file: {
      name: "notas.txt",
      text: "Nos gusta: papel kraft, letra a mano, verde botella.\nNo nos gusta: granos de café.\n",
    },
    answer: "Hola, Tomás:\n\nEmpezamos por una reunión de una hora, en el local si puede ser. " +
      "De ahí salen tres caminos y un presupuesto cerrado.\n\n¿El martes por la tarde?\n\n" +
      "Hugo Serrano\nEstudio Relevo",
    reply: "El martes a las cinco nos va bien. El local está aún en obras: traed calzado " +
      "cómodo.\n\nTomás",
    newsletter: {
      name: "Papeles Gramo",
      address: "boletin@gramo.example",
      subject: "Muestras nuevas: algodón de 300 g",
      title: "Tres papeles de algodón para tarjetas",
      text: "Pide el muestrario sin coste. También hay sobres a juego en cuatro formatos.",
    },
  },
};

/** Days before now that the samples go back, with room for weekends. */
export const sampleDays = 14;

/** Puts the samples of its company into a mailbox, each at its hour. */
export async function putSamples(mailbox: Mailbox, now: Date): Promise<void> {
  const { owner: { companyId, company }, account: { address } } = mailbox;
  const { customer, member, newsletter, file, ...texts } = samples[companyId]!;
  const clock = clockAt(now);
  const own = { name: company, address };
  const question: Letter = {
    from: customer,
    to: own,
    subject: texts.subject,
    text: texts.question,
    date: clock.ago(3.4),
    messageId: idAt(customer.address, 1),
    files: [{ name: file.name, type: "text/plain", bytes: new TextEncoder().encode(file.text) }],
  };
  const answered = answerTo(question, {
    from: { name: member, address },
    text: texts.answer,
    date: clock.ago(2.6),
    messageId: idAt(address, 2),
  });
  const replied = answerTo(answered, {
    from: customer,
    text: texts.reply,
    date: clock.ago(1.3),
    messageId: idAt(customer.address, 3),
  });
  await deliver(mailbox, await compose(question), question.date);
  const answer = await compose(answered);
  for (const folder of ["sent", "delivered"] as const) {
    await mailbox.add(folder, answer, answered.date);
  }
  const listed = newsletterOf(newsletter, { to: own, date: clock.ago(2.1) });
  await deliver(mailbox, await compose(listed), listed.date);
  await deliver(mailbox, await compose(replied), replied.date);
}

function answerTo(
  mail: Letter,
  { text, ...head }: Pick<Letter, "from" | "text" | "date" | "messageId">,
): Letter {
  const who = `${mail.from.name} <${mail.from.address}>`;
  return {
    ...head,
    to: mail.from,
    subject: `Re: ${mail.subject.replace(/^Re: /, "")}`,
    text: text + quotedBelow(mail.text, mailWords.introduction(longDate(mail.date!, "es"), who).es),
    references: [...mail.references ?? [], mail.messageId!],
  };
}

function newsletterOf(
  { name, address, subject, title, text }: Sample["newsletter"],
  head: Pick<Letter, "to" | "date">,
): Letter {
  const domain = address.split("@")[1];
  return {
    ...head,
    from: { name, address },
    subject,
    text: `${title}\n\n${text}`,
    html: `<table width="100%" bgcolor="#eeeeee" cellpadding="24"><tr><td>
<h2>${title}</h2><p>${text}</p><p><a href="https://www.${domain}/">${domain}</a></p>
</td></tr></table>`,
    messageId: idAt(address, 4),
    headers: {
      "List-Id": `<boletin.${domain}>`,
      "List-Unsubscribe": `<https://www.${domain}/baja>`,
      Precedence: "bulk",
      "Auto-Submitted": "auto-generated",
    },
  };
}

function idAt(address: string, number: number): string {
  return `<sample-${number}@${address.split("@")[1]}>`;
}
