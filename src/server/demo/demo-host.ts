import { and, eq, gt } from 'drizzle-orm';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { codes } from '../../contract/errors.ts';
import type { DemoPages } from '../http/site/site.ts';
import { demoLogin } from '../platform/config/demo-login.ts';
import type { Deps } from '../platform/context.ts';
import { sessions } from '../schema/session.ts';
import { hashToken } from '../shops/sessions/auth.ts';
import { createDemoPages } from './demo-pages.ts';

/**
 * Creates the routes that the page playing a host needs beyond the contract. `POST /host/expire` ends the session of
 * the token in the authorization header now instead of in a week, so that the app can be seen to renew it. `GET
 * /host/codes` returns the latest verification codes, which would otherwise be sent to a phone. Beside them are the pages
 * that an operator has elsewhere.
 */
export const createDemoHost = (deps: Deps): Hono => {
  const { db, clock, messenger } = deps;
  const app = new Hono();
  // A page of another origin around Souk ends its merchant's token, too.
  app.use('/host/expire', cors());
  app.post('/host/expire', async (c) => {
    const tokenHash = hashToken(c.req.header('authorization') ?? '');
    const now = clock.now();
    const ended = await db
      .update(sessions)
      .set({ expiresAt: now })
      .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
      .returning({ userId: sessions.userId });
    c.header('cache-control', 'no-store');
    return ended.length > 0
      ? c.json({ code: codes.ok, msg: 'ok', data: null })
      : c.json({ code: codes.tokenExpired, msg: 'No session is open for this token.', data: null });
  });
  app.get('/host/codes', (c) => {
    c.header('cache-control', 'no-store');
    return c.json(messenger.shown().map(({ username, code, expiresAt }) => ({ username, code, expiresAt })));
  });
  app.route('/', createDemoPages(deps));
  return app;
};

/** Returns what the demo adds to the site; undefined where there is no demo. */
export const demoPages = (deps: Deps): DemoPages | undefined =>
  deps.config.demo ? { routes: createDemoHost(deps), login: demoLogin } : undefined;
