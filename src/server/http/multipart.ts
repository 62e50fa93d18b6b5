import type { Context as HonoContext } from 'hono';
import { codes } from '../../contract/errors.ts';
import { bytesPerMb } from '../../contract/limits.ts';
import type { Config } from '../config/config.ts';
import { createGate } from '../gate.ts';
import { refuse } from '../refuse.ts';

/**
 * Bodies with files are the only large ones. A few are read at a time and the others wait unread, so what they need
 * room for has a bound; and nobody takes all the places.
 */
export const uploadGate = createGate({ atOnce: 8, each: 4, most: 64 });

const mostFiles = 2;
// No call has this many fields. A body can hold a part in fifty bytes, and each costs an object.
const mostParts = 32;
const room = 64_000;

const tooLarge = (maxMb: number) =>
  refuse(codes.invalidParameter, { field: 'file', reason: 'file_too_large', params: { maxMb } });

/** The body up to the limit, and no byte further: what is longer is let go while it arrives. */
const readBytes = async (c: HonoContext, maxMb: number): Promise<Buffer<ArrayBuffer>> => {
  const most = mostFiles * maxMb * bytesPerMb + room;
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge(maxMb);
  const reader = c.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw tooLarge(maxMb);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
};

const countOf = (bytes: Buffer, mark: string): number => {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0 && count <= mostParts; at = bytes.indexOf(mark, at + 1))
    count += 1;
  return count;
};

const parse = async (bytes: Buffer<ArrayBuffer>, type: string): Promise<FormData> => {
  const boundary = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (!mark || countOf(bytes, `--${mark}`) > mostParts)
    throw new Error('the form has no boundary or too many parts');
  return new Response(bytes, { headers: { 'content-type': type } }).formData();
};

/** The fields and files of a form; what a field name stands for more than once is a list. */
export const readForm = async (
  c: HonoContext,
  { limits }: Pick<Config, 'limits'>,
): Promise<Record<string, unknown>> => {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw refuse(codes.badRequest, { reason: 'content_type' });
  const bytes = await readBytes(c, limits.uploadMb);
  const form = await parse(bytes, type).catch(() => {
    throw refuse(codes.badRequest, { reason: 'multipart' });
  });
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
};
