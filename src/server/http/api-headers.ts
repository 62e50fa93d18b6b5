import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config/config.ts';
import { dataPolicy } from './page-policy.ts';
import { isSecure } from './request.ts';

/** Headers of everything that is data: not stored, not sniffed, not run, not framed. */
export const apiHeaders =
  (config: Config): MiddlewareHandler =>
  async (c, next) => {
    await next();
    // Whoever reads it need not mend literals: amounts, ids and times are written as the contract says.
    c.header('souk-contract', '1');
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('content-security-policy', dataPolicy);
    c.header('cross-origin-resource-policy', 'same-origin');
    if (isSecure(c, config)) c.header('strict-transport-security', 'max-age=31536000');
  };
