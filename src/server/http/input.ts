import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import type { CallSpec } from '../../contract/call-spec.ts';
import { codes } from '../../contract/errors.ts';
import { refusalOf } from '../../contract/messages.ts';
import type { Config } from '../config/config.ts';
import { refuse } from '../refuse.ts';
import { readForm } from './multipart.ts';

const single = (lists: Record<string, string[]>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length === 1 ? list[0] : list]));

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

const read = async (c: HonoContext, spec: CallSpec, config: Config): Promise<Record<string, unknown>> => {
  if (c.req.method === 'GET') return single(c.req.queries());
  const body = spec.multipart ? await readForm(c, config) : await readJson(c);
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw refuse(codes.badRequest, { reason: 'object' });
  return body as Record<string, unknown>;
};

// PostgreSQL cannot store NUL in a text, and half a character fits in no link. `u` sees whole characters as one. More
// marks on one letter than any language puts there take a time that grows with their square to be brought into their
// order: minutes, for a body full of them, in which nobody else is answered.
const unfit = /\0|\p{Surrogate}|\p{M}{31}/u;
/** No field takes a longer text, in UTF-16 units. */
const longest = 16_384;

// Walked with a list, so that depth costs no stack.
const fieldWhere = (input: unknown, is: (text: string) => boolean): string | null => {
  const open: [string, unknown][] = [['', input]];
  for (let one = open.pop(); one; one = open.pop()) {
    const [path, value] = one;
    if (typeof value === 'string' && is(value)) return path;
    if (value === null || typeof value !== 'object' || value instanceof File) continue;
    for (const [name, member] of Object.entries(value)) open.push([path ? `${path}.${name}` : name, member]);
  }
  return null;
};

/** The validated input of a call: JSON body, query or form, with the path's own parts. */
export const readInput = async (c: HonoContext, spec: CallSpec, config: Config): Promise<unknown> => {
  const raw = { ...(await read(c, spec, config)), ...c.req.param() };
  const long = fieldWhere(raw, (text) => text.length > longest);
  if (long !== null)
    throw refuse(codes.invalidParameter, { field: long, params: { kind: 'max_length', limit: longest } });
  const field = fieldWhere(raw, (text) => unfit.test(text));
  if (field !== null) throw refuse(codes.invalidParameter, { field, params: { kind: 'characters' } });
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
