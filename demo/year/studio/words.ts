import type { Words } from "../trade.ts";

/** Texts of the studio's people and clients. */
export const studioWords: Words = {
  openings: ["Hola, equipo:", "Hola,", "Buenos días:", "¡Hola!", "", "Buenas:"],
  closings: ["Gracias.", "Un abrazo.", "¿Cómo lo veis?", "", "Quedo pendiente.", ""],
  noted: [
    "Llama por {thing}. Tiene un encargo parecido de referencia y lo manda por correo.",
    "Nos conoció en la charla del colegio de arquitectos. Quiere hablar de {thing}.",
    "La recomienda una clienta. Busca {thing}; decide con su socia a final de mes.",
    "Llamada desde {place}: pregunta si hacemos {thing} y en cuánto tiempo.",
    "Pasó por el estudio. Le gustó la maqueta del escaparate y pide opciones para {thing}.",
    "Encuentro en la feria. Hay que escribirle con ejemplos de {thing}.",
    "Contestador: necesita {thing} y no deja más detalle. Devolver la llamada.",
    "Nos lo pasa la imprenta: {thing}, con fecha cerrada.",
  ],
  answers: [
    "Hola, {name}: qué buen encargo. ¿Nos vemos el {weekday} media hora por videollamada y nos lo cuentas?",
    "Hola, {name}. Gracias por escribir. Para {thing} trabajamos en tres fases; te mando un ejemplo y una horquilla de precio.",
    "Buenos días, {name}. Sí, también coordinamos la producción. ¿Tienes planos, medidas o referencias que te gusten?",
    "Hola, {name}: podríamos empezar en tres semanas. Si te encaja, te preparo una propuesta.",
    "Gracias, {name}. Antes de dar precio nos gusta ver el sitio. ¿Te va bien el {weekday} a primera hora?",
    "Hola, {name}: recibido. Te decimos algo mañana con una primera idea.",
  ],
  answersInEnglish: [
    "Hi {name}, lovely project. Shall we talk on {weekday}? Half an hour is enough for a first idea.",
    "Hello {name}, yes, we handle production as well. Could you send plans or a few references?",
  ],
  laterAnswers: [
    "Genial, {name}. Nos vemos el {weekday}; llevo un par de caminos para hablar.",
    "Dos rondas de cambios van incluidas, y los archivos finales son vuestros con el último pago.",
    "Vistas las referencias, sobre todo la que odiáis. Nos ayuda mucho.",
    "Podemos adelantar la primera entrega una semana. Te mando el calendario.",
    "Claro, {name}. Te paso hoy la propuesta por fases.",
  ],
  laterAnswersInEnglish: [
    "Perfect, {name}, talk on {weekday}.",
    "Two rounds of changes are included, and the files are yours with the last payment.",
  ],
  declines: [
    "Hola, {name}. Esto no es lo nuestro, pero conocemos a quien lo hace muy bien; te lo presento por correo.",
    "Hola, {name}: para esa fecha no llegaríamos con la calidad que mereces. Te recomiendo a dos colegas.",
    "Gracias por pensar en nosotros, {name}. Este año no cogemos encargos así, pero guardamos tu contacto.",
  ],
  furtherQuestions: [
    "El {weekday} nos va perfecto. Mando enlace.",
    "Os paso tres referencias que nos gustan y una que odiamos.",
    "¿Cuántas rondas de cambios entran en el precio?",
    "Lo comento con mis socios y os digo a principios de semana.",
    "¿Los archivos finales son nuestros?",
    "Tenemos un poco de prisa, ¿se podría adelantar la primera entrega?",
    "¿Hacéis un descuento si encargamos también la web?",
    "Nos encanta. ¿Siguiente paso?",
  ],
  furtherInEnglish: [
    "Perfect, talk then. I am attaching the plans.",
    "Sounds good. Do we own the final files?",
  ],
  followUps: [
    "Enviar casos parecidos",
    "Proponer fecha para la videollamada",
    "Pedir planos en dwg",
    "Preguntar por el presupuesto disponible",
    "Llamar, quedó en decidir esta semana",
    "Mandar la horquilla de precios",
  ],
  spam: [
    {
      name: "Logo Factory 24h",
      subject: "Logos from 5 dollars",
      message: "Unlimited logo design white label for agencies. Answer today and get 50 % off.",
    },
    {
      name: "Backlinks Premium",
      subject: "Guest post",
      message:
        "We would like to publish an article with one dofollow link on your blog. Best price.",
    },
    {
      name: "Inversión Segura",
      subject: "Gane 900 euros al día",
      message: "Un método que los bancos no quieren que conozca. Plazas limitadas.",
    },
    {
      name: "Base de Datos B2B",
      subject: "Lista de 2 millones de correos",
      message: "Vendemos base de datos de empresas actualizada. Pregunte por la oferta.",
    },
    {
      name: "Printing Outlet",
      subject: "Flyers at factory price",
      message: "Hello dear, flyers, boxes and labels at factory price with worldwide shipping.",
    },
  ],
  lost: [
    ["Precio", "Lo hace un autónomo por la mitad.", 5],
    ["Precio", "Se queda con una plantilla comprada.", 2],
    ["Eligió a otro", "La otra agencia les lleva también las redes.", 4],
    ["No contesta", "Dejó de contestar después de la segunda propuesta.", 4],
    ["Sin presupuesto", "El banco no les ha dado la línea de crédito.", 3],
    ["Plazo", "La inauguración era antes de nuestra primera entrega.", 2],
    ["Ya no lo necesita", "Traspasan el local.", 1],
  ],
  rejections: [
    "Nos gusta mucho, pero este año no llegamos.",
    "Hemos decidido hacerlo con el equipo de dentro.",
    "La dirección prefiere otra propuesta más conservadora.",
    "Se pospone la apertura, volveremos a hablar.",
  ],
  intros: [
    "Esta propuesta recoge lo hablado en la reunión: alcance, fases y entregas. Incluye dos rondas de cambios.",
    "Gracias por contar con el estudio. Los importes son sin IVA y la producción se factura a coste de proveedor.",
    "Os presentamos el presupuesto por fases; podéis encargar cada una por separado.",
  ],
  nextSteps: [
    "Presentar la propuesta a los socios",
    "Cerrar fecha de la visita de obra",
    "Enviar contrato y calendario",
    "Preguntar si aprobaron la fase 1",
    "Pedir muestras a la imprenta",
    "Recordar la señal del 30 %",
  ],
  tags: ["apertura", "rebranding", "recomendado", "feria", "vivienda", "recurrente"],
};
