import type { MiddlewareHandler } from 'hono';
import { isSecure } from '../platform/caller-address.ts';
import type { Config } from '../platform/config/config.ts';
import { dataPolicy } from './page-policy.ts';

/** Returns whether an `accept-encoding` header accepts an encoding; `;q=0` refuses it. */
export const acceptsEncoding = (header: string, encoding: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header);

/**
 * Returns middleware that sets the headers of every answer of the server: not sniffed, no referrer, https from now on,
 * and the policy of data where the route sets no other, as pages and pictures do.
 */
export const securityHeaders =
  (config: Pick<Config, 'trustProxy'>): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', dataPolicy);
    if (isSecure(c, config)) c.header('strict-transport-security', 'max-age=31536000');
  };

/** Leaves the names of headers out of an answer that no page of another origin may read. */
export const namedToOthersOnly: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('access-control-allow-origin'))
    c.res.headers.delete('access-control-expose-headers');
};

/** Sets the headers of every answer in an envelope: not stored, and shown by no page of another origin. */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // Tells clients that amounts, ids and times are written as the contract says, so they need not repair literals.
  c.header('souk-contract', '1');
  c.header('cache-control', 'no-store');
  c.header('cross-origin-resource-policy', 'same-origin');
};
