import type { Run } from "@/lib/http/reference/prose.ts";
import type { Field, Shape } from "@/lib/http/reference/shape.ts";

export interface Reference {
  title: string;
  version: string;
  server: string;
  introduction: Run[][];
  credentials: Credential[];
  sections: Section[];
  failures: FailureCode[];
  schemas: NamedShape[];
}

export interface Credential {
  name: string;
  header: string;
  description: Run[][];
}

export interface Section {
  name: string;
  description: Run[][];
  /** One group without a name, or one for each noun of a large section. */
  groups: Group[];
}

export interface Group {
  name: string | null;
  operations: Operation[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  isWebhook: boolean;
  summary: string;
  description: Run[][];
  /** Names of the credentials that open it; `link` where its own address does. */
  credentials: string[];
  parameters: ParameterGroup[];
  body: Body | null;
  successes: Success[];
  failures: { status: string; codes: string[]; description: Run[][] }[];
  /** A curl call, or the request that a webhook is. */
  example: string;
}

export interface ParameterGroup {
  in: string;
  fields: Field[];
}

export interface Body {
  required: boolean;
  mediaTypes: string[];
  name: string | null;
  shape: Shape;
}

export interface Success {
  status: string;
  description: Run[][];
  /** Media type, where it is not JSON in the envelope. */
  mediaType: string | null;
  /** Fields of the envelope beside `success`, or the answer itself as one shape. */
  fields: Field[];
  shape: Shape | null;
}

export interface FailureCode {
  code: string;
  status: string;
  description: Run[][];
}

export interface NamedShape {
  name: string;
  isInput: boolean;
  shape: Shape;
}
