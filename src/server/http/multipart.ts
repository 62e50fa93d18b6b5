import busboy from 'busboy';
import type { Context as HonoContext } from 'hono';
import { codes } from '../../contract/errors.ts';
import { bytesPerMb } from '../../contract/screen-limits.ts';
import type { Config } from '../platform/config/config.ts';
import { createLimiter } from '../platform/limiter.ts';
import { type Refusal, refuse } from '../platform/refuse.ts';

/**
 * Limits forms with files, the only large bodies. A few are read at a time and the others wait unread, so that the
 * memory they need is bounded. A slow line may hold a slot for minutes, so each user has two at most.
 */
export const uploadLimiter = createLimiter({ concurrency: 8, perKey: 4, perKeyRunning: 2, maxQueue: 64 });

const maxFiles = 2;
// No call has this many fields. A part takes as little as fifty bytes of a body, and each costs an object.
const maxParts = 32;
/** The bytes allowed for everything in a form that is no file. */
const maxFieldBytes = 64_000;

const tooLarge = (maxMb: number, field = 'file') =>
  refuse(codes.invalidParameter, { field, reason: 'file_too_large', params: { maxMb } });
const malformed = () => refuse(codes.badRequest, { reason: 'multipart' });

/** Creates a parser with the bounds of our forms: it collects fields and files, and `failure` returns its refusal. */
const formParser = (type: string, maxMb: number) => {
  const fields = new Map<string, unknown[]>();
  let failure: Refusal | null = null;
  const add = (name: string, value: unknown) => void fields.set(name, [...(fields.get(name) ?? []), value]);
  const fail = (refusal: Refusal) => {
    failure ??= refusal;
  };
  const limits = {
    parts: maxParts,
    files: maxFiles,
    fileSize: maxMb * bytesPerMb + 1,
    fieldSize: maxFieldBytes,
  };
  const parser = busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8', limits });
  parser.on('field', (name, value, { valueTruncated }) =>
    valueTruncated ? fail(malformed()) : add(name, value),
  );
  parser.on('file', (name, file, { filename, mimeType }) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    file.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    file.on('limit', () => fail(tooLarge(maxMb, name)));
    file.on('error', () => fail(malformed()));
    file.on('end', () => add(name, new File(chunks, filename ?? '', { type: mimeType })));
  });
  for (const event of ['partsLimit', 'filesLimit', 'error'] as const)
    parser.on(event, () => fail(malformed()));
  return { parser, fields, failure: () => failure };
};

const openParser = (type: string, maxMb: number): ReturnType<typeof formParser> => {
  try {
    return formParser(type, maxMb);
  } catch {
    throw malformed();
  }
};

/** Reads a body into a parser, and stops at the limit or where the parser refuses it. */
const readInto = async (
  c: HonoContext,
  { parser, failure }: ReturnType<typeof formParser>,
  maxMb: number,
): Promise<void> => {
  const maxBytes = maxFiles * maxMb * bytesPerMb + maxFieldBytes;
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxMb);
  const reader = c.req.raw.body?.getReader();
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    c.set('bodyBytes', size);
    if (size <= maxBytes) await new Promise<unknown>((resolve) => parser.write(value, resolve));
    const refused = size > maxBytes ? tooLarge(maxMb) : failure();
    if (!refused) continue;
    await reader.cancel();
    throw refused;
  }
  await new Promise((resolve) => parser.once('close', resolve).end());
  const refused = failure();
  if (refused) throw refused;
};

/**
 * Reads the fields and files of a form; a name that occurs more than once has a list. Sets `bodyBytes` to the bytes
 * read.
 * @throws Refusal 400 for no form, or one with more or longer parts than any call has; 405 for a file that is too large
 */
export const readForm = async (
  c: HonoContext,
  { limits: { uploadMb } }: Pick<Config, 'limits'>,
): Promise<Record<string, unknown>> => {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw refuse(codes.badRequest, { reason: 'content_type' });
  if (!/boundary=("[^"]{1,70}"|[^\s;"]{1,70})/i.test(type)) throw malformed();
  const form = openParser(type, uploadMb);
  await readInto(c, form, uploadMb);
  return Object.fromEntries([...form.fields].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
};
