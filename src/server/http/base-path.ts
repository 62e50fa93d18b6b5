import { getPath } from 'hono/utils/url';

/**
 * Returns a function that reads a request's path below SOUK_BASE_PATH, whether or not the proxy in front has removed
 * the base path. Health checks do not come through the proxy.
 */
export const pathBelow =
  (base: string) =>
  (request: Request): string => {
    const path = getPath(request);
    if (base === '' || !`${path}/`.startsWith(`${base}/`)) return path;
    return path.slice(base.length) || '/';
  };
