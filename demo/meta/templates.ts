/** Approved templates, which can be sent once the 24 hours are over. */
import type { GraphTemplate } from "@/tests/support/graph/state.ts";

type Component = GraphTemplate["components"][number];

interface Sample {
  name: string;
  category?: "UTILITY" | "MARKETING" | "AUTHENTICATION";
  isNamed?: boolean;
  components: Component[];
}

/** @param publicUrl where a quotation's link leads */
export function templatesOf(publicUrl: string): GraphTemplate[] {
  const samples: Sample[] = [
    {
      name: "presupuesto_listo",
      components: [
        { type: "BODY", text: "Hola {{1}}, tu presupuesto {{2}} está listo. ¿Lo vemos?" },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Llámame" }] },
      ],
    },
    {
      name: "presupuesto_enlace",
      isNamed: true,
      components: [
        { type: "BODY", text: "Hola {{nombre}}, aquí está tu presupuesto {{presupuesto}}." },
        { type: "FOOTER", text: "Responde BAJA para no recibir más" },
        {
          type: "BUTTONS",
          buttons: [{ type: "URL", text: "Ver presupuesto", url: `${publicUrl}/q/{{1}}` }],
        },
      ],
    },
    {
      name: "presupuesto_pdf",
      components: [
        { type: "HEADER", format: "DOCUMENT" },
        { type: "BODY", text: "Hola {{1}}, te mandamos el presupuesto que nos pediste." },
      ],
    },
    {
      name: "novedades",
      category: "MARKETING",
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "{{1}}, mira lo último que ha salido del taller." },
      ],
    },
    {
      name: "visita",
      isNamed: true,
      components: [{ type: "BODY", text: "{{nombre}}, pasamos a medir el {{dia}}. ¿Te va bien?" }],
    },
    {
      name: "codigo_acceso",
      category: "AUTHENTICATION",
      components: [
        { type: "BODY", text: "Tu código es {{1}}." },
        { type: "BUTTONS", buttons: [{ type: "OTP", text: "Copiar código" }] },
      ],
    },
  ];
  return samples.map(({ name, category = "UTILITY", isNamed = false, components }, at) => ({
    ...{ id: String(at + 1), name, language: "es", category, status: "APPROVED", components },
    parameter_format: isNamed ? "NAMED" : "POSITIONAL",
  }));
}
