import type { Project } from "../trade.ts";

/** Projects that people ask the studio for, with their messages. */
export const studioProjects: readonly Project[] = [
  {
    title: "Identidad visual, {place}",
    thing: "una identidad visual",
    by: "business",
    subjects: ["Rediseño de marca", "Identidad para empresa nueva", "Logotipo"],
    messages: [
      "Llevamos doce años con el mismo logo, lo hizo un primo. Abrimos otra tienda en {month} y queremos llegar con la casa ordenada.",
      "Somos {n} socios y tenemos el nombre y el local, pero ni una letra. ¿Por dónde se empieza y cuánto cuesta?",
      "Nos gustó la marca que hicisteis para la bodega. Buscamos algo con el mismo cuidado para una empresa de reparto en bici.",
    ],
    inEnglish: [
      "We are moving our practice from Dublin to {place} and need a name that works in both languages, plus the whole identity. Is {month} feasible?",
    ],
    lines: [["IDV-LOG", 1, 1], ["IDV-MAN", 1, 1], ["IDV-PAP", 1, 1], ["IMP-TAR", 500, 2000]],
  },
  {
    title: "Naming y registro, {place}",
    thing: "un nombre nuevo",
    by: "business",
    subjects: ["Buscamos nombre", "Cambio de nombre"],
    messages: [
      "Un bufete de Valencia nos pide que cambiemos de nombre antes de {month}. Necesitamos ideas y alguien que compruebe que se puede registrar.",
      "Lanzamos una línea de conservas y todos los nombres que se nos ocurren están cogidos. ¿Trabajáis también el registro de la marca?",
    ],
    lines: [["IDV-NAM", 1, 1], ["SUP-MAR", 1, 3], ["IDV-LOG", 1, 1]],
  },
  {
    title: "Interiorismo de vivienda, {place}",
    thing: "el interiorismo de una vivienda",
    by: "person",
    subjects: ["Interiorismo de un piso", "Reforma integral", "Primera vivienda"],
    messages: [
      "Acabamos de comprar un piso de {m2} m² en {place}, todo por hacer. Queremos proyecto completo y que alguien nos frene con los azulejos.",
      "Viene un bebé en {month} y el despacho tiene que ser dormitorio. ¿Os encargáis de algo tan pequeño?",
      "Tenemos la obra contratada pero no nos gusta nada de lo que propone la constructora. ¿Se puede entrar a medias?",
    ],
    inEnglish: [
      "We bought a {m2} m² flat in {place} and live abroad until {month}. Could you run the whole interior for us, furniture included?",
    ],
    lines: [["INT-MED", 1, 1], ["INT-PRO", 90, 210], ["INT-DIR", 6, 14], ["INT-COM", 3, 8]],
  },
  {
    title: "Diseño de local, {place}",
    thing: "el diseño de un local",
    by: "business",
    subjects: ["Diseño de nuestra tienda", "Nuevo restaurante", "Local en alquiler"],
    messages: [
      "Hemos alquilado un local de {m2} m² en {place}. Queremos abrir en {month} y el presupuesto es justo, pero la luz tiene que ser buena.",
      "Restaurante con {n}0 plazas, acústica horrible y clientes que se quejan. Buscamos una solución que no parezca un estudio de grabación.",
      "Somos una clínica dental. La sala de espera da miedo y lo sabemos. ¿Podéis venir a verla?",
    ],
    lines: [
      ["INT-MED", 1, 1],
      ["INT-PRO", 90, 240],
      ["INT-LUZ", 2, 5],
      ["INT-DIR", 4, 8],
      ["ROT-LET", 6, 14],
    ],
  },
  {
    title: "Infografías de promoción, {place}",
    thing: "infografías 3D",
    by: "business",
    subjects: ["Renders de una promoción", "Infografías 3D", "Imágenes para vender sobre plano"],
    messages: [
      "Promoción de {n} viviendas en {place}. Necesitamos fachada, un salón, una cocina y la azotea antes de que salga la valla en {month}.",
      "¿Qué precio tendría un recorrido virtual del piso piloto? Los planos están en dwg.",
      "Nos presentamos a un concurso de arquitectura y la entrega es en tres semanas. Serían {n} imágenes.",
    ],
    inEnglish: [
      "Small developer here: {n} interior views and two facades of a building in {place}. What do you need from us to quote?",
    ],
    lines: [["TRD-EXT", 2, 6], ["TRD-INT", 5, 12], ["TRD-REC", 1, 1]],
  },
  {
    title: "Sitio web, {place}",
    thing: "un sitio web",
    by: "business",
    subjects: ["Web nueva", "Nuestra web no vende", "Rediseño del sitio"],
    messages: [
      "La web se cae cada vez que salimos en prensa y nadie sabe quién la hizo. Queremos una sencilla, en español e inglés, lista para {month}.",
      "Necesitamos una página donde se pueda reservar y que no parezca de 2009. Tenemos fotos buenas.",
      "¿Hacéis tiendas pequeñas? Vendemos {n}0 productos y ahora lo llevamos por Instagram.",
    ],
    lines: [["WEB-DIS", 5, 11], ["WEB-DES", 1, 1], ["WEB-MAN", 6, 12]],
  },
  {
    title: "Envases, {place}",
    thing: "el diseño de un envase",
    by: "business",
    subjects: ["Etiquetas y caja", "Envase para línea gourmet", "Rediseño de envases"],
    messages: [
      "Tenemos una línea de {n} mermeladas y cada etiqueta es de su padre y de su madre. Queremos una familia.",
      "Un distribuidor alemán nos pide cambiar a cartón antes de {month}. ¿Diseñáis también la estructura de la caja?",
      "Buscamos envase para aceite de cosecha temprana. Cristal o lata, abiertos a todo menos a la aceituna con cara.",
    ],
    lines: [["ENV-EST", 2, 4], ["ENV-ADA", 6, 16], ["ILU-ORI", 2, 5], ["FOT-JOR", 1, 1]],
  },
  {
    title: "Rotulación, {place}",
    thing: "la rotulación",
    by: "business",
    subjects: ["Rótulo de fachada", "Señalética", "Vinilos para el escaparate"],
    messages: [
      "El ayuntamiento nos obliga a retirar el rótulo luminoso y poner letra suelta. Son {n} letras y la calle es estrecha.",
      "Coworking de {n} plantas donde la gente se pierde. Queremos señalética que se entienda sin leer.",
      "Vinilos para el escaparate de {month}: {m} metros de cristal y poco tiempo.",
    ],
    lines: [["ROT-LET", 14, 34], ["ROT-VIN", 12, 40], ["INT-MED", 1, 1]],
  },
  {
    title: "Catálogo impreso, {place}",
    thing: "un catálogo",
    by: "business",
    subjects: ["Catálogo de temporada", "Maquetar una memoria", "Catálogo de producto"],
    messages: [
      "Catálogo de 48 páginas para la feria de {month}. Tenemos textos y la mitad de las fotos. Tirada de {n}00 ejemplares.",
      "Hay que maquetar la memoria anual de la fundación, unas {m2} páginas, y que alguien la quiera leer.",
      "Libro de recetas de nuestra escuela. ¿Podéis encargaros de todo, imprenta incluida?",
    ],
    lines: [["EDI-PAG", 48, 96], ["IMP-CAT", 500, 1500], ["FOT-JOR", 1, 2]],
  },
  {
    title: "Stand de feria, {place}",
    thing: "un stand de feria",
    by: "business",
    subjects: ["Stand para feria", "Stand modular"],
    messages: [
      "Tenemos contratados {m2} m² en la feria de {month} y cero ideas. Que se pueda reutilizar el año que viene, por favor.",
      "El stand del año pasado costó un dineral y acabó en un contenedor. Buscamos algo ligero y con madera.",
    ],
    inEnglish: [
      "Two fairs in Madrid, {month} and the month after. {m2} square metres each. We would like one stand for both.",
    ],
    lines: [["STA-MOD", 24, 60], ["ROT-VIN", 8, 20], ["IMP-FOL", 1000, 5000]],
  },
  {
    title: "Cocina y baño, {place}",
    thing: "un proyecto de cocina y baño",
    by: "person",
    subjects: ["Cocina y baño", "Distribución de la cocina", "Ideas para el baño"],
    messages: [
      "Cocina de {m} m² con pilar en medio. Tres diseñadores, tres opiniones. Necesitamos la cuarta.",
      "Queremos abrir la cocina al salón sin que todo huela a pescado. Piso en {place}, obra en {month}.",
      "Solo el proyecto, la obra la hace mi cuñado. ¿Trabajáis así?",
    ],
    lines: [["INT-MED", 1, 1], ["INT-PRO", 40, 90], ["TRD-INT", 3, 6]],
  },
  {
    title: "Puesta a punto para vender, {place}",
    thing: "preparar un piso para venderlo",
    by: "person",
    subjects: ["Vender un piso", "Home staging"],
    messages: [
      "El piso de mi abuela lleva {n} meses en venta. La inmobiliaria dice que es la decoración. ¿Hacéis puesta en escena con poco dinero?",
      "Queremos alquilar el apartamento desde {month} y las fotos son tristes. Muebles, textiles y fotografía.",
    ],
    lines: [["INT-COM", 4, 9], ["FOT-JOR", 1, 2], ["TRD-INT", 2, 4]],
  },
  {
    title: "Iluminación, {place}",
    thing: "un proyecto de iluminación",
    by: "anyone",
    subjects: ["Iluminación", "Demasiados focos", "Luz para la galería"],
    messages: [
      "En el salón hay {n} focos y no se puede leer. ¿Hacéis proyectos de luz solos, sin reforma?",
      "Galería pequeña en {place}: los cuadros brillan y la gente hace sombra. Inauguramos en {month}.",
      "Oficina sin ventanas. Cualquier mejora será un milagro.",
    ],
    lines: [["INT-LUZ", 6, 14], ["INT-MED", 1, 1], ["INT-DIR", 1, 3]],
  },
  {
    title: "Papelería de boda, {place}",
    thing: "la papelería de una boda",
    by: "person",
    subjects: ["Invitaciones de boda", "Invitaciones con ilustración"],
    messages: [
      "Nos casamos en {month}. Queremos invitación, minutas y un plano dibujado de la finca. Somos {n}0 invitados.",
      "¿Hacéis invitaciones ilustradas? Nos gustaría que saliera el perro.",
    ],
    lines: [["ILU-ORI", 1, 3], ["IDV-PAP", 1, 1], ["IMP-FOL", 150, 400]],
  },
  {
    title: "Fotografía de producto, {place}",
    thing: "fotografía de producto",
    by: "business",
    subjects: ["Fotos de producto", "Fotografía para la tienda"],
    messages: [
      "Tenemos {n}0 referencias de cerámica y hay que fotografiarlas antes de {month}. ¿Venís al taller o las llevamos?",
      "Fotos de los platos de la nueva carta, sin que parezcan de hospital. Media jornada bastaría.",
    ],
    lines: [["FOT-JOR", 3, 9], ["EDI-PAG", 12, 40]],
  },
];
