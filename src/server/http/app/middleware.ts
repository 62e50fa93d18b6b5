import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { refuse } from '../../platform/refuse.ts';
import { pickLang } from '../../platform/texts/messages.ts';
import { acceptsEncoding } from '../response-headers.ts';
import type { AppEnv } from './answer.ts';

// The request id that a proxy in front has set, accepted only where it is a plain name.
const requestIdPattern = /^[\w.:-]{8,64}$/;

/** Gives each request an id and logs its result in one line, without anything that was sent. */
export const requestLog =
  ({ config, clock, log, random }: Deps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = clock.now().getTime();
    const proxyRequestId = c.req.header('x-request-id') ?? '';
    const requestId = requestIdPattern.test(proxyRequestId) ? proxyRequestId : newId(random, 'req');
    c.set('requestId', requestId);
    c.set('lang', pickLang(c.req.header('accept-language'), config.langs));
    await next();
    // An answer that a browser keeps is shown for other requests, too.
    if (!c.res.headers.get('cache-control')?.includes('max-age')) c.header('x-request-id', requestId);
    if (!config.logRequests) return;
    const { status } = c.res;
    const result = { status, code: c.get('code'), ms: clock.now().getTime() - startedAt };
    log.info('request', { requestId, method: c.req.method, route: c.get('route'), ...result });
  };

/** Refuses requests beyond `max` at once, so that they do not queue before the database. */
export const concurrencyLimit = (max: number): MiddlewareHandler<AppEnv> => {
  let running = 0;
  return async (_, next) => {
    if (running >= max) throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  };
};

/** Milliseconds after which a body counts as slow; the body of an ordinary call arrives with its headers. */
const slowAfter = 250;
/** How many slow bodies are awaited at a time from one address or network. */
const perKey = 50;

/**
 * Returns middleware that reads the whole body, up to `limit`, before the request counts as one in progress. A client
 * that only pretends to send so blocks no others; too many of them from one network are refused.
 */
export const bufferBody = (
  limit: MiddlewareHandler,
  addressOf: (c: HonoContext) => string,
): MiddlewareHandler => {
  const slowBodies = createLimiter({
    concurrency: Number.POSITIVE_INFINITY,
    perKey,
    maxQueue: Number.POSITIVE_INFINITY,
  });

  return async (c, next) => {
    if (c.req.method === 'GET') return next();
    const body = limit(c, async () => void (await c.req.text()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, slowAfter, 'late');
    });
    const first = await Promise.race([body, late]).finally(() => clearTimeout(timer));
    const readSlowBody = () =>
      slowBodies(addressOf(c), () => body).catch((error: unknown) => {
        // The rest of the body is not read.
        body.catch(() => undefined);
        c.header('connection', 'close');
        throw error;
      });
    const refused = first === 'late' ? await readSlowBody() : first;
    if (refused) return refused;
    await next();
  };
};

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
