import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsEncoding } from './accepts-encoding.ts';

/** Shorter answers lose little by it, in bytes: names of fields that occur once in them hardly compress. */
const minBytes = 300;
/** Takes a fifth of the work of the best quality, for a result that is a twentieth larger. */
const quality = 5;

// Both run in the thread pool, so that the event loop goes on answering.
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * A credential: a token, or the signature of a link. In one answer with a text that a stranger chose, the length of the
 * compressed answer would reveal it.
 */
const credential = /"token":"|[?&]sign=/;

export interface Compressed {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: 'br' | 'gzip';
}

/** Compresses an answer with an encoding that the client accepts; null for one that is sent as it is. */
export const compressAnswer = async (text: string, accepts: string): Promise<Compressed | null> => {
  if (Buffer.byteLength(text) < minBytes || credential.test(text)) return null;
  if (acceptsEncoding(accepts, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    return { bytes: new Uint8Array(await brotli(text, { params })), encoding: 'br' };
  }
  return acceptsEncoding(accepts, 'gzip')
    ? { bytes: new Uint8Array(await zip(text)), encoding: 'gzip' }
    : null;
};
