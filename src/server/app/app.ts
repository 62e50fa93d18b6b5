import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { CallSpec } from '../../contract/call-spec.ts';
import { type CallName, calls } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import type { Deps, Handler, Handlers } from '../context.ts';
import { downloadRoute } from '../exports/download-route.ts';
import { exportRoute } from '../exports/export-route.ts';
import { createPrivateFiles } from '../files/private-files.ts';
import { handlers as built } from '../handlers.ts';
import { apiHeaders } from '../http/api-headers.ts';
import { asFault, asRefusal, failure } from '../http/envelope.ts';
import { callerAddress } from '../http/request.ts';
import { wholeBody } from '../http/whole-body.ts';
import { createOpsApp } from '../ops/ops-app.ts';
import { type Refusal, refuse } from '../refuse.ts';
import { type AppEnv, answer } from './answer.ts';
import { atOnce, requests } from './requests.ts';
import { unlistedOrigins } from './unlisted-origins.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const send = (c: HonoContext, text: string, status: 200 | 404 | 405 | 413 | 500 = 200) =>
  c.body(text, status, json);
const say = (c: HonoContext<AppEnv>, refusal: Refusal, status?: 404 | 405 | 413 | 500) => {
  c.set('code', refusal.code);
  return send(c, failure(refusal, c.get('lang')), status);
};

/**
 * The whole back end as a function from request to answer: no port, no clock and no database of its own.
 * Every answer is an envelope; refusals are HTTP 200, only transport faults have another status.
 * `handlers` is the table of what it answers; tests of this pipeline hand in their own.
 */
export const createApp = (deps: Deps, handlers: Handlers<CallName> = built): Hono<AppEnv> => {
  const app = new Hono<AppEnv>();
  const api = new Hono<AppEnv>();

  app.use(requests(deps));
  app.onError((error, c) => {
    const refusal = asRefusal(error);
    if (refusal) return say(c, refusal);
    deps.log.error('fault', error, { requestId: c.get('requestId'), route: c.get('route') });
    return say(c, asFault(error), 500);
  });
  app.notFound((c) => say(c, refuse(codes.recordNotFound), 404));

  api.use(apiHeaders(deps.config));
  api.use(unlistedOrigins(deps));
  api.use(
    cors({
      origin: deps.config.origins,
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'accept-language'],
      exposeHeaders: ['x-request-id', 'souk-contract'],
      maxAge: 7200,
    }),
  );
  const places = atOnce(deps.config.atOnce);
  const shortBody = bodyLimit({
    maxSize: deps.config.bodyLimit,
    onError: (c) => say(c, refuse(codes.invalidRequest, { reason: 'too_large' }), 413),
  });
  const read = wholeBody(shortBody, (c) => callerAddress(c, deps.config));
  // A form with files has a limit of its own, and is not read before its sender is known.
  const unread: MiddlewareHandler = (_, next) => next();

  const paths = new Set<string>();
  for (const [name, spec] of Object.entries(calls) as [CallName, CallSpec][]) {
    const [method = '', pattern = ''] = name.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, ':$1');
    const route = { name, spec, handler: handlers[name] as Handler<CallName> };
    api.on(method, path, spec.multipart ? unread : read, places, async (c) => {
      c.set('route', name);
      const text = await answer(deps, c, route);
      c.set('code', codes.ok);
      return send(c, text);
    });
    paths.add(path);
  }
  // A known path with another method; after the calls, so that it only sees what none of them took.
  for (const path of paths)
    api.all(path, (c) => say(c, refuse(codes.invalidRequest, { reason: 'method' }), 405));

  api.get('/files/:name', places, downloadRoute(deps));
  api.get('/exports/:name', places, exportRoute(deps));
  api.all('*', (c) => say(c, refuse(codes.recordNotFound), 404));

  app.route('/api', api);
  app.route('/private', createPrivateFiles(deps));
  app.route('/ops', createOpsApp(deps));
  return app;
};
