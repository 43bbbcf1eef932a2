/** A forward, and what is told of it. */

export interface Expected {
  /** Name and address; none where nobody is offered. */
  person?: string;
  subject?: string | null;
  words?: string | null;
  text?: string;
}

export interface Case extends Expected {
  subjectLine?: string;
  body: string;
}

export const customer = "Ana Ruiz <ana@cliente.example>";
