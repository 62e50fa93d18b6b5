import type { Context as HonoContext } from 'hono';
import { readCsv } from '../operators/bulk/csv-rows.ts';
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

const disconnected = new Error('the client has left');

/**
 * Reads a body as text; a byte order mark is passed over.
 * @throws `disconnected` where it breaks off: the row that was begun is none
 */
async function* textOf(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body ?? []) yield decoder.decode(bytes, { stream: true });
  } catch {
    throw disconnected;
  }
  yield decoder.decode();
}

/** Ends an answer quietly where its client has left. */
export async function* untilDisconnected(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    if (error !== disconnected) throw error;
  }
}

/**
 * Reads the rows of a decision while they arrive.
 * @throws Refusal of a query, key, type or first row that cannot be read
 */
export async function readBulk(c: HonoContext, name: string): Promise<BulkRequest> {
  const key = isDry(c) ? null : keyOf(c);
  const text = textOf(c.req.raw.body);
  const type = c.req.header('content-type') ?? '';
  if (/^application\/x-ndjson\b/i.test(type)) return { key, rows: readJsonLines(text) };
  if (/^text\/csv\b/i.test(type)) return { key, rows: await readCsv(name, text) };
  throw opsRefusals.bulkType();
}
