import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { CallSpec } from '../../../contract/call-spec.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { imageTypes } from '../../../contract/file-types.ts';
import { routeOf } from '../../../contract/request.ts';
import { callerAddress } from '../../platform/caller-address.ts';
import type { Deps, Handler, Handlers } from '../../platform/context.ts';
import { readFile } from '../../platform/files/file-contents.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { isSigned } from '../../platform/secrets/signatures.ts';
import { exportRoute } from '../../services/exports/export-route.ts';
import { createAnchorsApp } from '../anchors-app.ts';
import { pathBelow } from '../base-path.ts';
import { asFault, asRefusal, failure, jsonHeaders } from '../envelope.ts';
import { handlers as allHandlers } from '../handlers.ts';
import { createOpsApp } from '../ops-app.ts';
import { apiHeaders, namedToOthersOnly, securityHeaders } from '../response-headers.ts';
import { unavailableLog } from '../unavailable-log.ts';
import { type AppEnv, answer } from './answer.ts';
import { bufferBody, compressAnswer, concurrencyLimit, requestLog } from './middleware.ts';

const images: readonly string[] = imageTypes;

/**
 * Serves `GET /private/<id>?until=…&sign=…`. The link is the only proof, so it lasts five minutes; an altered link, an
 * expired one and one to no file get the same answer. Pictures show in the app; all other files are only downloaded.
 */
const createPrivateFiles = (deps: Deps): Hono => {
  const app = new Hono();
  // Pages of other origins (SOUK_FILE_HOST, a host's page) show these files too; the signed link protects them.
  app.use(async (c, next) => {
    await next();
    c.header('cross-origin-resource-policy', 'cross-origin');
  });
  app.use(apiHeaders);
  app.get('/:id', async (c) => {
    const { until = '', sign = '' } = c.req.query();
    const id = c.req.param('id');
    const opened = (await isSigned(deps, 'links', id, { until, sign })) ? await readFile(deps, id) : null;
    if (!opened) return c.notFound();
    const { type, bytes } = opened.file;
    const name = `${id}.${type.split('/')[1]}`;
    return c.body(opened.body, 200, {
      'content-type': type,
      'content-length': String(bytes),
      'content-disposition': images.includes(type) ? 'inline' : `attachment; filename="${name}"`,
    });
  });
  return app;
};

/** A client that sends more distinct origins than this is no integrator who forgot to list one. */
const maxLoggedOrigins = 50;

const withoutScheme = (origin: string) => origin.replace(/^\w+:/, '');

/** Methods that carry an `Origin` header only when a page of another origin sends them. */
const crossOriginMethods = ['OPTIONS', 'GET'];

/**
 * Logs once which page's origin is not allowed. In that page the browser reports only a network error, so an integrator
 * would not know why. Only a page of another origin sends a preflight, or an `Origin` header with a GET.
 */
const logUnlistedOrigins = ({ config, log }: Deps): MiddlewareHandler => {
  const loggedOrigins = new Set<string>();
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (
      origin &&
      crossOriginMethods.includes(c.req.method) &&
      !config.hosts.includes(origin) &&
      !loggedOrigins.has(origin) &&
      loggedOrigins.size < maxLoggedOrigins
    ) {
      loggedOrigins.add(origin);
      const listed = config.hosts.find((host) => withoutScheme(host) === withoutScheme(origin));
      const event = listed ? 'origin listed with another scheme' : 'origin not listed';
      log.info(event, { origin, listed, setting: 'SOUK_HOSTS' });
    }
    await next();
  };
};

const send = (c: HonoContext, text: string, status: 200 | 404 | 405 | 413 | 500 | 503 = 200) =>
  c.body(text, status, jsonHeaders);
const sendCompressed = async (c: HonoContext, text: string) => {
  const compressed = await compressAnswer(text, c.req.header('accept-encoding') ?? '');
  c.header('vary', 'accept-encoding', { append: true });
  if (!compressed) return send(c, text);
  return c.body(compressed.bytes, 200, { ...jsonHeaders, 'content-encoding': compressed.encoding });
};
const sendRefusal = (c: HonoContext<AppEnv>, refusal: Refusal, status?: 404 | 405 | 413 | 500 | 503) => {
  c.set('code', refusal.code);
  return send(c, failure(refusal, c.get('lang')), status);
};

/**
 * Creates the whole back end as a function from request to answer; it opens no port and reads no clock or database but
 * those in `deps`. Every answer is an envelope; refusals are HTTP 200, only transport faults have another status. Tests
 * of this pipeline pass their own `handlers`.
 */
export const createApp = (deps: Deps, handlers: Handlers = allHandlers): Hono<AppEnv> => {
  const app = new Hono<AppEnv>({ getPath: pathBelow(deps.config.basePath) });
  const api = new Hono<AppEnv>();
  const logUnavailable = unavailableLog(deps);

  app.use(requestLog(deps));
  app.use(securityHeaders(deps.config));
  app.onError((error, c) => {
    logUnavailable(error);
    const refusal = asRefusal(error);
    // Clients that load a picture read only the HTTP status.
    if (refusal) return sendRefusal(c, refusal, c.req.path.startsWith('/api/') ? undefined : 503);
    deps.log.error('fault', error, { requestId: c.get('requestId'), route: c.get('route') });
    return sendRefusal(c, asFault(error), 500);
  });
  app.notFound((c) => sendRefusal(c, refuse(codes.recordNotFound), 404));

  api.use(apiHeaders);
  api.use(logUnlistedOrigins(deps));
  api.use(namedToOthersOnly);
  api.use(
    cors({
      origin: deps.config.hosts,
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'accept-language'],
      exposeHeaders: ['x-request-id', 'souk-contract'],
      maxAge: 7200,
    }),
  );
  const limitConcurrency = concurrencyLimit(deps.config.concurrencyLimit);
  const limitBody = bodyLimit({
    maxSize: deps.config.bodyLimit,
    onError: (c) => sendRefusal(c, refuse(codes.invalidRequest, { reason: 'too_large' }), 413),
  });
  const readBody = bufferBody(limitBody, (c) => callerAddress(c, deps.config));
  // A form with files has its own limit, and is not read before its sender is authenticated.
  const skipBody: MiddlewareHandler = (_, next) => next();

  const paths = new Set<string>();
  for (const [name, spec] of Object.entries(calls) as [CallName, CallSpec][]) {
    const { method, path: pattern } = routeOf(name);
    const path = pattern.replace(/\{(\w+)\}/g, ':$1');
    const route = { name, spec, handler: handlers[name] as Handler<CallName> };
    api.on(method, path, spec.multipart ? skipBody : readBody, limitConcurrency, async (c) => {
      c.set('route', name);
      const text = await answer(deps, c, route);
      c.set('code', codes.ok);
      return sendCompressed(c, text);
    });
    paths.add(path);
  }
  // Answers a known path with another method. Registered after the calls, so that it only sees requests that no call
  // matched.
  for (const path of paths)
    api.all(path, (c) => sendRefusal(c, refuse(codes.invalidRequest, { reason: 'method' }), 405));

  api.get('/exports/:name', limitConcurrency, exportRoute(deps));
  api.all('*', (c) => sendRefusal(c, refuse(codes.recordNotFound), 404));

  app.route('/api', api);
  for (const path of ['/private/*', '/files/*']) app.use(path, limitConcurrency);
  app.route('/private', createPrivateFiles(deps));
  app.route('/anchors', createAnchorsApp(deps));
  app.route('/ops', createOpsApp(deps, logUnavailable));
  return app;
};
