import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../context.ts';

/** Whoever sends many is no integrator who forgot one. */
const most = 50;

/**
 * Says once in the log which page's origin may not call. In that page a browser tells only that the network failed, and
 * nobody who integrates Souk would know why. Only a page of another origin asks beforehand.
 */
export const unlistedOrigins = ({ config, log }: Pick<Deps, 'config' | 'log'>): MiddlewareHandler => {
  const told = new Set<string>();
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (c.req.method === 'OPTIONS' && origin && !config.origins.includes(origin) && told.size < most) {
      if (!told.has(origin)) log.info('origin not listed', { origin, mend: 'SOUK_HOSTS or SOUK_ORIGINS' });
      told.add(origin);
    }
    await next();
  };
};
