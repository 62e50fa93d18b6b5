import type { Context as HonoContext } from 'hono';
import type { Config } from './config.ts';

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The caller's address; behind a proxy that we were told to trust, the one it saw (the last it added). */
export const callerAddress = (c: HonoContext, { trustProxy }: Pick<Config, 'trustProxy'>): string => {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || ((c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? 'local');
};

/** Whether the person's browser reached us by https, so far as we can know. */
export const isSecure = (c: HonoContext, { trustProxy }: Pick<Config, 'trustProxy'>): boolean =>
  c.req.url.startsWith('https:') || (trustProxy && c.req.header('x-forwarded-proto') === 'https');
