import { Hono } from 'hono';
import { codes } from '../../contract/errors.ts';
import type { Config } from '../config/config.ts';
import { refuse } from '../refuse.ts';
import { pickLang } from '../texts/messages.ts';
import { apiHeaders } from './api-headers.ts';
import { failure } from './envelope.ts';
import { createHealth, type Life } from './health.ts';

/** What a server says before its database is open and migrated: that it lives, and to come back. */
export const createWaiting = (config: Config, life: Life): Hono => {
  const waiting = new Hono();
  const seconds = 2;
  waiting.use(apiHeaders(config));
  waiting.route('/', createHealth(life));
  waiting.all('/api/*', (c) => {
    const lang = pickLang(c.req.header('accept-language'), config.langs);
    const busy = refuse(codes.systemBusy, { reason: 'starting', retryAfter: seconds });
    return c.body(failure(busy, lang), 200, { 'content-type': 'application/json; charset=utf-8' });
  });
  waiting.all('*', (c) =>
    // A person's page comes back by itself.
    c.text('Souk is starting. Come back in a moment.\n', 503, {
      'retry-after': String(seconds),
      refresh: String(seconds),
    }),
  );
  return waiting;
};
