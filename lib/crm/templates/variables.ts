export const templateVariables = [
  "contact.name",
  "company.name",
  "member.name",
  "quote.number",
  "quote.link",
] as const;
export type TemplateVariable = (typeof templateVariables)[number];

const variable = /\{\{([^{}]*)\}\}/g;

function isKnown(name: string): name is TemplateVariable {
  return (templateVariables as readonly string[]).includes(name);
}

export function variablesIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name]) => name!.trim());
}

export function hasOnlyKnown(text: string): boolean {
  return variablesIn(text).every(isKnown);
}

/** The template's text with values; a variable without one stays, for the member to see. */
export function fillTemplate(
  body: string,
  values: Partial<Record<TemplateVariable, string | null>>,
): string {
  return body.replace(variable, (whole, inner: string) => {
    const name = inner.trim();
    return (isKnown(name) && values[name]) || whole;
  });
}
