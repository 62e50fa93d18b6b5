import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import type { CallSpec } from '../../contract/call-spec.ts';
import { codes } from '../../contract/errors.ts';
import { refusalOf } from '../../contract/messages.ts';
import type { Config } from '../platform/config/config.ts';
import { invalidField, refuse } from '../platform/refuse.ts';
import { readForm } from './multipart.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text has the form of a UUID, as every idempotency key has. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Reads the fields of a query; one that is there twice is a list, which no field takes. */
export const readQuery = (c: HonoContext): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
  );

const readJson = async (c: HonoContext): Promise<unknown> => {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) throw refuse(codes.badRequest, { reason: 'content_type' });
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(codes.badRequest, { reason: 'json' });
  }
};

const readRaw = async (c: HonoContext, spec: CallSpec, config: Config): Promise<Record<string, unknown>> => {
  if (c.req.method === 'GET') return readQuery(c);
  const body = spec.multipart ? await readForm(c, config) : await readJson(c);
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw refuse(codes.badRequest, { reason: 'object' });
  return body as Record<string, unknown>;
};

// PostgreSQL cannot store NUL in a text, and half a surrogate pair fits in no link; the flag `u` reads whole characters
// as one. More combining marks on one letter than any language uses take quadratic time to normalise: minutes for a
// body full of them, during which no other request is answered.
const unstorable = /\0|\p{Surrogate}|\p{M}{31}/u;
/** The longest text that any field accepts, in UTF-16 units. */
const maxLength = 16_384;

// Walks with a list instead of recursion, so that deep input cannot overflow the stack.
const findField = (input: unknown, is: (text: string) => boolean): string | null => {
  const stack: [string, unknown][] = [['', input]];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [path, value] = entry;
    if (typeof value === 'string' && is(value)) return path;
    if (value === null || typeof value !== 'object' || value instanceof File) continue;
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      // A list of a million texts is no more than looked at: each path that is written takes time and memory.
      if (typeof member === 'string' ? is(member) : typeof member === 'object')
        stack.push([path ? `${path}.${name}` : name, member]);
    }
  }
  return null;
};

/** Refuses an input with a text that cannot be stored, or takes long to compare. */
export const requireStorable = (input: unknown): void => {
  const field = findField(input, (text) => unstorable.test(text));
  if (field !== null) throw invalidField(field, 'characters');
};

/** Reads and validates the input of a call: JSON body, query or form, with the parts of the path. */
export const readInput = async (c: HonoContext, spec: CallSpec, config: Config): Promise<unknown> => {
  const raw = { ...(await readRaw(c, spec, config)), ...c.req.param() };
  const long = findField(raw, (text) => text.length > maxLength);
  if (long !== null)
    throw refuse(codes.invalidParameter, { field: long, params: { kind: 'max_length', limit: maxLength } });
  requireStorable(raw);
  const parsed = v.safeParse(spec.input, raw);
  if (!parsed.success) {
    const { code, field, params } = refusalOf(parsed.issues, spec.fieldCodes);
    throw refuse(code, {
      field,
      params: { kind: params.kind, ...(params.limit === null ? {} : { limit: params.limit }) },
    });
  }
  return parsed.output;
};
