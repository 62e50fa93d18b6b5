import type { Context as HonoContext } from 'hono';
import { readJsonLines } from '../operators/bulk/json-lines.ts';
import type { BulkRow } from '../operators/bulk/rows.ts';
import { opsRefusals } from '../operators/ops-refusals.ts';
import { isUuid } from './input.ts';

/** The headers of an answer with a line for each row. */
export const jsonLinesHeaders = { 'content-type': 'application/x-ndjson; charset=utf-8' };

/** A file of rows as it arrives. */
export interface BulkRequest {
  /** Null for a dry run, which carries out nothing that could be repeated. */
  key: string | null;
  rows: AsyncIterable<BulkRow>;
}

/** @throws Refusal of a query that is not known: a misspelt one would carry out what was to be tried */
function isDry(c: HonoContext): boolean {
  const { dry, ...others } = c.req.query();
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw opsRefusals.bulkQuery(unknown);
  if (dry !== undefined && dry !== 'true' && dry !== 'false') throw opsRefusals.bulkQuery('dry');
  return dry === 'true';
}

function keyOf(c: HonoContext): string {
  const key = c.req.header('idempotency-key');
  if (key === undefined) throw opsRefusals.bulkKeyMissing();
  if (!isUuid(key)) throw opsRefusals.keyForm();
  return key.toLowerCase();
}

/** Reads a body as text; a byte order mark is passed over. */
async function* textOf(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of body ?? []) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * Reads the rows of a request while they arrive.
 * @throws Refusal of a request whose rows cannot be read
 */
export function readBulk(c: HonoContext): BulkRequest {
  const key = isDry(c) ? null : keyOf(c);
  const text = textOf(c.req.raw.body);
  const type = c.req.header('content-type') ?? '';
  if (/^application\/x-ndjson\b/i.test(type)) return { key, rows: readJsonLines(text) };
  throw opsRefusals.bulkType();
}
