import type { Project } from "../trade.ts";

/** Projects that people ask the workshop for, with their messages. */
export const workshopProjects: readonly Project[] = [
  {
    title: "Cocina a medida, {place}",
    thing: "una cocina a medida",
    by: "person",
    subjects: ["Cocina a medida", "Presupuesto para una cocina", "Renovar la cocina"],
    messages: [
      "Vamos a cambiar la cocina de un piso en {place}. Son unos {m} metros en L, con columna de horno. Tenemos un plano del aparejador, ¿os lo mando?",
      "He visto la cocina de roble que hicisteis a mi vecina y nos gustaría algo parecido, con encimera de madera. ¿Cuánto tardaríais si empezamos en {month}?",
      "La cocina actual tiene veinte años y los muebles bajos están hinchados. ¿Hacéis también la retirada de la vieja?",
    ],
    inEnglish: [
      "We have just bought a flat in {place} and the kitchen has to go. About {m} metres of units plus an oak worktop. Could you come and measure?",
    ],
    lines: [
      ["COC-BAJ", 8, 14],
      ["COC-ALT", 6, 11],
      ["COC-COL", 2, 3],
      ["COC-ENC", 4, 8],
      ["MON-DIA", 1, 2],
    ],
  },
  {
    title: "Armario empotrado, {place}",
    thing: "un armario empotrado",
    by: "person",
    subjects: ["Armario empotrado", "Armario con puertas correderas", "Medidas para un armario"],
    messages: [
      "Tengo un hueco de {cm} cm de ancho por 250 de alto en el dormitorio y quiero un armario con puertas correderas. ¿Qué precio tendría en roble y en blanco?",
      "Necesitamos forrar por dentro un armario que ya tiene puertas: cajones, barra y zapatero. Está en {place}, tercero con ascensor.",
      "Buscamos un armario para la entrada que aguante abrigos, aspiradora y tabla de planchar. El techo está inclinado y nadie nos lo quiere hacer.",
    ],
    lines: [["ARM-PTA", 3, 6], ["ARM-INT", 3, 7], ["CAN-PVC", 18, 60], ["MON-DIA", 1, 1]],
  },
  {
    title: "Vestidor, {place}",
    thing: "un vestidor",
    by: "person",
    subjects: ["Vestidor", "Convertir una habitación en vestidor"],
    messages: [
      "Queremos convertir el cuarto pequeño en vestidor, unos {m} metros de módulos abiertos y una isla con cajones. ¿Hacéis el diseño o hay que llevarlo hecho?",
      "Me gustaría un vestidor como el de la foto de vuestra web, el de melamina textil. La habitación mide {cm} por 310 cm.",
    ],
    lines: [["ARM-INT", 8, 16], ["HER-TOR", 120, 400], ["MON-DIA", 1, 2], ["POR-MED", 1, 1]],
  },
  {
    title: "Librería de salón, {place}",
    thing: "una librería de pared",
    by: "anyone",
    subjects: ["Librería a medida", "Librería para el salón", "Pared de libros"],
    messages: [
      "Tengo unos {n}00 libros en cajas y una pared de {cm} cm. Me gustaría una librería hasta el techo, con la tele dentro pero que no mande ella.",
      "¿Podríais hacer una librería en abedul como la de la feria, pero con puertas abajo? Es para un salón en {place}.",
      "Busco librería con escalera corredera. Sé que es un capricho. ¿Qué presupuesto habría que pensar?",
    ],
    inEnglish: [
      "I saw your birch shelves on Instagram. I would need about {n} modules for a study in {place}. Do you deliver and mount?",
    ],
    lines: [["LIB-MOD", 12, 32], ["POR-MED", 1, 1], ["MON-DIA", 1, 1]],
  },
  {
    title: "Puertas de paso, {place}",
    thing: "cambiar las puertas de paso",
    by: "person",
    subjects: ["Cambio de puertas", "Puertas lacadas", "Precio de puertas interiores"],
    messages: [
      "Queremos cambiar {n} puertas de sapelly por lacadas en blanco, con manilla negra. ¿Hay que tocar los marcos?",
      "Hemos puesto tarima y ahora las puertas rozan. Quizá es el momento de cambiarlas todas. Son {n} y la de entrada.",
      "¿Trabajáis con puertas enrasadas sin tapajuntas? Estamos de obra en {place} y el albañil cierra tabiques en {month}.",
    ],
    lines: [["PTA-LAC", 7, 16], ["HER-MAN", 7, 16], ["MON-DIA", 1, 2]],
  },
  {
    title: "Mesa de comedor de roble, {place}",
    thing: "una mesa de comedor",
    by: "anyone",
    subjects: ["Mesa de comedor", "Mesa de roble a medida"],
    messages: [
      "Somos {n} en casa y en Navidad muchos más. ¿Hacéis mesas extensibles de roble macizo, de unos {cm} cm?",
      "Quería encargar una mesa para regalársela a mis padres por sus bodas de oro. La fecha es a finales de {month}, ¿llegáis?",
      "Me encanta la mesa de lama entera. ¿Se puede hacer con patas de hierro y un banco a juego?",
    ],
    lines: [["MES-ROB", 1, 2], ["BAN-COR", 2, 5], ["POR-MED", 1, 1]],
  },
  {
    title: "Tarima de roble, {place}",
    thing: "poner tarima de roble",
    by: "anyone",
    subjects: ["Tarima para todo el piso", "Presupuesto de tarima", "Suelo de madera"],
    messages: [
      "Piso de {m2} m² con parqué antiguo levantado. ¿Es mejor acuchillar o poner tarima nueva encima? Nos gustaría verlo con vosotros.",
      "Necesito precio de tarima de roble multicapa para {m2} m² con rodapié lacado. El piso está vacío hasta {month}.",
      "Se nos inundó el salón y el seguro paga el suelo. Pide un presupuesto con los metros y la colocación aparte.",
    ],
    lines: [["TAR-ROB", 60, 140], ["TAR-COL", 60, 140], ["ROD-LAC", 45, 120]],
  },
  {
    title: "Reforma de baño y pasillo, {place}",
    thing: "una pequeña reforma",
    by: "person",
    subjects: ["Reforma pequeña", "Baño y pasillo", "Obra en un piso antiguo"],
    messages: [
      "Queremos tirar el tabique del pasillo y aprovechar para el mueble del baño a medida. Es un piso de {m2} m² en {place}. ¿Lleváis también la licencia?",
      "Mi madre tiene 84 años y necesita ducha en vez de bañera y puertas más anchas. ¿Podéis verlo esta semana o la que viene?",
      "Nos han fallado los albañiles a media obra. Falta rematar el baño, {n} puertas y el suelo. ¿Cogéis trabajos empezados?",
    ],
    lines: [["REF-DIA", 18, 46], ["PTA-LAC", 1, 3], ["SUP-LIC", 1, 1], ["POR-MED", 1, 1]],
  },
  {
    title: "Barra y mobiliario, {place}",
    thing: "la barra y el mobiliario de un local",
    by: "business",
    subjects: ["Barra para local", "Mobiliario de cafetería", "Reforma de nuestro local"],
    messages: [
      "Abrimos una cafetería en {place} en {month} y necesitamos una barra de {m} metros, con trasbarra y un banco corrido. El arquitecto os puede pasar los planos.",
      "Queremos renovar el mostrador de la tienda sin cerrar más de dos días. ¿Podríais montarlo un domingo y un lunes?",
      "Buscamos carpintería para una panadería: mostrador, estanterías de pan y {n} mesas altas. Urge el presupuesto para el banco.",
    ],
    inEnglish: [
      "We are opening a second coffee shop in {place} and liked your counter at the first one. Would {month} be realistic for about {m} metres?",
    ],
    lines: [["LOC-BAR", 7, 16], ["BAN-COR", 8, 20], ["POR-MED", 1, 2], ["MON-DIA", 2, 3]],
  },
  {
    title: "Puestos de trabajo, {place}",
    thing: "mobiliario de oficina",
    by: "business",
    subjects: ["Mesas de oficina", "Mobiliario para oficina nueva", "Ampliación de puestos"],
    messages: [
      "Nos mudamos a una oficina mayor y hacen falta {n} puestos de trabajo iguales a los que nos hicisteis, con pasacables.",
      "Somos un despacho de {n} personas. Queremos mesas de madera de verdad y una biblioteca para los expedientes.",
      "¿Hacéis cabinas para videollamadas? Además necesitaríamos {n} mesas antes de {month}.",
    ],
    lines: [["OFI-PUE", 12, 34], ["LIB-MOD", 6, 20], ["POR-MED", 1, 2], ["MON-DIA", 1, 2]],
  },
  {
    title: "Escalera de roble, {place}",
    thing: "una escalera de madera",
    by: "anyone",
    subjects: ["Escalera interior", "Forrar una escalera de obra", "Barandilla"],
    messages: [
      "Tenemos una escalera de obra de {n} peldaños sin rematar y una niña que ya gatea. Queremos roble y una barandilla segura.",
      "Dúplex en {place}: la escalera de caracol sobra. ¿Se podría hacer una recta con almacenaje debajo?",
      "¿Cuánto costaría forrar {n} peldaños y poner barandilla de madera y acero de {m} metros?",
    ],
    lines: [["ESC-PEL", 14, 32], ["ESC-BAR", 4, 11], ["MON-DIA", 2, 3]],
  },
  {
    title: "Tarima exterior, {place}",
    thing: "una tarima de terraza",
    by: "anyone",
    subjects: ["Tarima para la terraza", "Suelo de terraza", "Ático con tarima"],
    messages: [
      "Ático con terraza de {m2} m² y una gotera que ya nos han arreglado. ¿Qué madera aguanta mejor el sol de Madrid?",
      "La tarima de la piscina comunitaria está astillada. Somos la comunidad y nos piden tres presupuestos antes de la junta de {month}.",
      "Nos gustaría tarima de ipé y una jardinera a lo largo del peto, unos {m} metros.",
    ],
    inEnglish: [
      "Our terrace in {place} is around {m2} square metres. The boards are rotten. Is ipe worth the money?",
    ],
    lines: [["TAR-EXT", 28, 70], ["TAR-COL", 28, 70], ["HER-TOR", 300, 900]],
  },
  {
    title: "Ventanas de madera, {place}",
    thing: "ventanas de madera",
    by: "person",
    subjects: ["Ventanas", "Cambio de ventanas en casa antigua"],
    messages: [
      "La casa está protegida y el ayuntamiento solo nos deja ventanas de madera. Son {n} huecos. ¿Lo hacéis con doble vidrio?",
      "Entra frío por todas partes. ¿Merece la pena arreglar las ventanas de pino o mejor nuevas? Serían unos {m} m².",
    ],
    lines: [["VEN-PIN", 9, 24], ["REF-DIA", 4, 9], ["POR-MED", 1, 1]],
  },
  {
    title: "Restauración de muebles, {place}",
    thing: "restaurar un mueble",
    by: "anyone",
    subjects: ["Restaurar un mueble", "Aparador antiguo", "Sillas de la abuela"],
    messages: [
      "Heredé un aparador de nogal con carcoma y la luna rota. ¿Se puede salvar? Puedo llevarlo al taller un sábado.",
      "Tengo {n} sillas que cojean y un sillón sin asiento. ¿Cuánto sería aproximadamente? Os mando fotos.",
      "Queremos recuperar el mostrador original de la farmacia, de 1920. Sin prisa, pero bien hecho.",
    ],
    lines: [["RES-HOR", 24, 90], ["POR-MED", 1, 1]],
  },
  {
    title: "Puerta de entrada, {place}",
    thing: "una puerta de entrada",
    by: "person",
    subjects: ["Puerta acorazada", "Nos han forzado la puerta"],
    messages: [
      "Nos intentaron entrar el fin de semana y la puerta ha quedado tocada. ¿Tenéis acorazadas con panel de madera? Corre prisa.",
      "La comunidad pide que la puerta se vea igual que las demás por fuera. ¿Podéis igualar el barniz?",
    ],
    lines: [["PTA-ENT", 1, 1], ["HER-MAN", 1, 2], ["POR-MED", 1, 1]],
  },
];
