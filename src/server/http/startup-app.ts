import { Hono, type Context as HonoContext } from 'hono';
import { codes } from '../../contract/errors.ts';
import type { Config } from '../platform/config/config.ts';
import { refuse } from '../platform/refuse.ts';
import { pickLang } from '../platform/texts/messages.ts';
import { pathBelow } from './base-path.ts';
import { failure, jsonHeaders } from './envelope.ts';
import { createHealth, type Lifecycle } from './health.ts';
import { apiHeaders, securityHeaders } from './response-headers.ts';

/** Creates the app that answers before the database is open and migrated: alive, and try again later. */
export const createStartupApp = (config: Config, life: Lifecycle): Hono => {
  const app = new Hono({ getPath: pathBelow(config.basePath) });
  const seconds = 2;
  app.use(securityHeaders(config));
  app.use(apiHeaders);
  app.route('/', createHealth(life));
  app.all('/api/*', (c) => {
    const lang = pickLang(c.req.header('accept-language'), config.langs);
    const busy = refuse(codes.systemBusy, { reason: 'starting', retryAfter: seconds });
    return c.body(failure(busy, lang), 200, jsonHeaders);
  });
  // Clients of /ops read JSON, also during startup.
  const answerOps = (c: HonoContext) => {
    const message = `Souk is starting, and nothing was carried out. Send the same again in ${seconds} seconds.`;
    const busy = refuse(codes.systemBusy, { reason: 'starting', retryAfter: seconds, message });
    return c.body(failure(busy, 'en'), 200, jsonHeaders);
  };
  app.all('/ops', answerOps);
  app.all('/ops/*', answerOps);
  app.all('*', (c) =>
    // The browser reloads the page by itself.
    c.text('Souk is starting. Come back in a moment.\n', 503, {
      'retry-after': String(seconds),
      refresh: String(seconds),
    }),
  );
  return app;
};
