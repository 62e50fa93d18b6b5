import type { MiddlewareHandler } from 'hono';
import { isSecure } from '../platform/caller-address.ts';
import type { Config } from '../platform/config/config.ts';
import { dataPolicy } from './page-policy.ts';

/** Returns middleware that sets the headers of every data response: not stored, not sniffed, not run, not framed. */
export const apiHeaders =
  (config: Config): MiddlewareHandler =>
  async (c, next) => {
    await next();
    // Tells clients that amounts, ids and times are written as the contract says, so they need not repair literals.
    c.header('souk-contract', '1');
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('content-security-policy', dataPolicy);
    c.header('cross-origin-resource-policy', 'same-origin');
    if (isSecure(c, config)) c.header('strict-transport-security', 'max-age=31536000');
  };
