import { openapi } from '../../../src/contract/openapi.ts';

/** JSON Schema, as far as our own document uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  contentMediaType?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

export interface Operation {
  method: 'GET' | 'POST';
  path: string;
  /** Without a session. */
  isPublic: boolean;
  isKeyed: boolean;
  parameters: Parameter[];
  body: { type: 'application/json' | 'multipart/form-data'; schema: Schema } | null;
  answer: Schema;
}

const document = JSON.parse(JSON.stringify(openapi())) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

interface Described {
  security?: unknown[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses: { 200: Content };
}

/** The schema itself, where a reference stands for it. */
export const resolved = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  return name ? resolved(document.components.schemas[name] ?? {}) : schema;
};

const bodyOf = ({ requestBody }: Described): Operation['body'] => {
  const [type, one] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return type && one ? { type: type as 'application/json', schema: one.schema } : null;
};

/** Every call there is, as a stranger reads it from the document. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    method: method.toUpperCase() as Operation['method'],
    path,
    isPublic: described.security?.length === 0,
    isKeyed: described.parameters.some((one) => '$ref' in one && one.$ref.endsWith('IdempotencyKey')),
    parameters: described.parameters.filter((one) => 'name' in one),
    body: bodyOf(described),
    answer: described.responses[200].content['application/json']?.schema ?? {},
  })),
);
