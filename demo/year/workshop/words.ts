import type { Words } from "../trade.ts";

/** Texts of the workshop's people and clients. */
export const workshopWords: Words = {
  openings: ["Buenos días:", "Hola,", "Buenas tardes,", "Hola, ¿qué tal?", "", "Hola, buenas:"],
  closings: ["Gracias.", "Un saludo.", "Quedo a la espera.", "", "Muchas gracias de antemano.", ""],
  noted: [
    "Llama por {thing}. Prefiere que le llamemos por la tarde, a partir de las cinco.",
    "Llamada: quiere precio orientativo para {thing}. Tiene las medidas y mandará fotos.",
    "Viene recomendado por un cliente. Le interesa {thing}; sin prisa, antes del verano.",
    "Ha pasado por el taller con un croquis. Pregunta por {thing} y por los plazos.",
    "Llama desde {place}. Quiere que alguien vaya a medir para {thing}.",
    "Nos conoció en la feria del mueble. Pide que le contemos opciones para {thing}.",
    "Se lo pasó el arquitecto. Necesita {thing} y un presupuesto por escrito para comparar.",
    "Dejó mensaje en el contestador: {thing}, es urgente según dice.",
  ],
  answers: [
    "Hola, {name}: gracias por escribirnos. ¿Podrías mandarnos un par de fotos y las medidas aproximadas? Con eso te damos un precio orientativo.",
    "Hola, {name}. Nos encaja bien. ¿Te viene bien que pasemos a medir el {weekday} por la mañana?",
    "Buenos días, {name}. Para {thing} solemos tardar entre cuatro y seis semanas desde la medición. Si te parece, te llamo y lo hablamos.",
    "Hola, {name}: sí, lo hacemos, también el montaje y la retirada de lo viejo. Te preparo un presupuesto esta semana.",
    "Gracias por pensar en nosotros, {name}. Ahora mismo montamos a tres semanas vista. ¿Os sirve?",
    "Hola, {name}. He visto las fotos, se puede hacer. Te mando muestras de acabado y lo cerramos por aquí.",
  ],
  answersInEnglish: [
    "Hello {name}, thanks for getting in touch. Yes, we can come and measure. Would {weekday} morning suit you?",
    "Hi {name}, it usually takes us four to six weeks from measuring to fitting. Could you send a photo or two?",
  ],
  laterAnswers: [
    "Perfecto, {name}, quedamos así. Cualquier cosa me escribes.",
    "Apuntado el {weekday}. Llevo muestras de roble y de nogal.",
    "Los precios van sin IVA; en el presupuesto lo verás aparte. Te lo mando hoy.",
    "Sin problema, lo guardamos en el taller hasta que la obra esté lista.",
    "Con haya bajaría alrededor de un diez por ciento. Te pongo las dos opciones.",
  ],
  laterAnswersInEnglish: [
    "Noted, {name}. See you on {weekday}.",
    "Prices are without VAT; the quotation shows both. You will have it today.",
  ],
  declines: [
    "Buenas, {name}. Ese tipo de trabajo no lo hacemos suelto, pero te paso el contacto de un compañero de confianza.",
    "Hola, {name}: para esas fechas no llegamos y preferimos decírtelo ya. Si puedes esperar un par de meses, encantados.",
    "Gracias por escribir, {name}. Queda fuera de nuestra zona; prueba con el gremio de tu provincia.",
  ],
  furtherQuestions: [
    "Perfecto. Os mando las fotos esta tarde.",
    "¿Y si lo hiciéramos en haya en vez de roble, bajaría mucho?",
    "El {weekday} me va bien, a partir de las diez. Hay portero.",
    "Gracias por la respuesta tan rápida. Lo hablo en casa y os digo.",
    "¿El precio lleva el IVA incluido?",
    "Se me olvidó decir que es un cuarto sin ascensor. ¿Es problema?",
    "¿Podéis guardarlo en el taller unas semanas si la obra se retrasa?",
    "Genial, me fío. ¿Cuál es el siguiente paso?",
  ],
  furtherInEnglish: [
    "That works. The doorman has the keys, just ring the bell for 2B.",
    "Great. Does the price include VAT?",
  ],
  followUps: [
    "Volver a llamar, no contestó",
    "Mandar muestras de acabado",
    "Confirmar la visita para medir",
    "Preguntar si ya tiene los planos",
    "Insistir con las fotos",
    "Llamar después de la junta de vecinos",
  ],
  spam: [
    {
      name: "SEO Ranking Pro",
      subject: "Your website is on page 7",
      message:
        "Dear owner, we put your website on the first page of every search engine in 30 days, guaranteed.",
    },
    {
      name: "Crédito Fácil",
      subject: "Préstamo preaprobado",
      message: "Enhorabuena, su empresa tiene un préstamo preaprobado de 60.000 euros sin papeles.",
    },
    {
      name: "Factory Export",
      subject: "Cheap MDF container",
      message:
        "Good day sir, we are manufacturer of MDF board best price FOB. Please reply quantity.",
    },
    {
      name: "Followers Now",
      subject: "5.000 seguidores",
      message: "Consigue 5.000 seguidores reales hoy mismo. Pago por adelantado.",
    },
    {
      name: "Lotería Internacional",
      subject: "Ganador",
      message: "Su correo ha sido elegido ganador. Envíe copia de su documento para cobrar.",
    },
  ],
  lost: [
    ["Precio", "Otro taller lo hace por un 15 % menos, con tablero más delgado.", 5],
    ["Precio", "Se va a una cadena de muebles en kit.", 3],
    ["Eligió a otro", "Le daban el montaje dos semanas antes.", 4],
    ["No contesta", "Tres llamadas y dos mensajes sin contestar.", 4],
    ["Sin presupuesto", "Aplaza la obra hasta que venda el otro piso.", 3],
    ["Plazo", "Lo necesitaba antes de las fiestas y no llegábamos.", 2],
    ["Ya no lo necesita", "El casero arregla lo que había.", 1],
  ],
  rejections: [
    "Se sale de lo que teníamos pensado gastar.",
    "Hemos elegido otro taller que puede empezar antes.",
    "Al final solo haremos una parte, ya os diremos.",
    "La comunidad ha votado otra opción.",
  ],
  intros: [
    "Según lo hablado en la visita, esta es nuestra propuesta. Incluye medición, fabricación en nuestro taller y montaje.",
    "Gracias por confiar en nosotros. Los precios son por unidad y sin IVA; las medidas finales se toman en obra.",
    "Le presentamos el presupuesto con los acabados que eligió. Cualquier cambio lo ajustamos sin compromiso.",
  ],
  nextSteps: [
    "Llamar para cerrar fecha de medición",
    "Repasar el presupuesto con el cliente",
    "Enviar muestras de roble y nogal",
    "Preguntar qué ha decidido",
    "Confirmar la señal del 40 %",
    "Esperar los planos del arquitecto",
  ],
  tags: ["obra nueva", "reforma", "recomendado", "urgente", "roble", "repite"],
};
