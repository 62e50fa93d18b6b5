import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono, type Context as HonoContext } from 'hono';
import type { Deps } from '../context.ts';
import { createDemoHost } from '../demo/demo-host.ts';
import { demoLogin } from '../demo/demo-shop.ts';
import { readPicture } from '../files/pictures.ts';
import { createHealth, type Life } from '../http/health.ts';
import { appPolicy, commonHeaders, dataPolicy, hostPolicy } from '../http/page-policy.ts';
import { isSecure } from '../http/request.ts';
import { distFiles, isHashed } from './dist-files.ts';
import { type Page, pageCache, pageConfig, playedPage, withConfig } from './page-html.ts';

const takes = (c: HonoContext, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b`).test(c.req.header('accept-encoding') ?? '');

const sendPage = (c: HonoContext, page: Page, policy: string, status: 200 | 404 = 200) => {
  const encoding = takes(c, 'br') ? 'br' : takes(c, 'gzip') ? 'gzip' : null;
  c.header('content-security-policy', policy);
  c.header('cache-control', 'no-cache');
  c.header('vary', 'accept-encoding');
  if (encoding) c.header('content-encoding', encoding);
  return c.body(new Uint8Array(page[encoding ?? 'plain']), status, {
    'content-type': 'text/html; charset=utf-8',
  });
};

const inlineHashes = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );

/** Pages, files and health: everything that is not data. Mounted behind the API, it answers what is left. */
export const createSite = (
  { config, clock, db, courier }: Deps,
  dist: string,
  life: Life = { phase: 'ready', db },
): Hono => {
  const site = new Hono();
  const built = distFiles(dist);
  const page = pageCache();

  site.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(commonHeaders)) c.header(name, value);
    const { headers, status } = c.res;
    const isData = status === 404 || headers.get('content-type')?.startsWith('application/json');
    if (isData && !headers.has('content-security-policy')) c.header('content-security-policy', dataPolicy);
    if (status === 404) c.header('cache-control', 'no-store');
    if (!isSecure(c, config)) return;
    c.header('strict-transport-security', 'max-age=31536000');
    // Whoever opened the window could put a page of its own in our place, just as a payment password is asked for.
    c.header('cross-origin-opener-policy', 'same-origin');
  });

  site.route('/', createHealth(life));

  site.get('/files/:name', async (c) => {
    const picture = await readPicture(db, c.req.param('name'));
    if (!picture) return c.notFound();
    // Even an active type could do nothing: no script runs in a sandbox without a source.
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    );
    c.header('cache-control', 'public, max-age=31536000, immutable');
    return c.body(picture.body, 200, { 'content-type': picture.type });
  });

  if (config.demo) {
    site.route('/', createDemoHost({ db, clock, courier }));
    site.get('/host', async (c) => {
      const file = join(dist, 'host', 'index.html');
      const html = await readFile(file, 'utf8').catch(() => null);
      if (html === null) return c.notFound();
      const policy = hostPolicy({
        scriptHashes: inlineHashes(html, 'script'),
        styleHashes: inlineHashes(html, 'style'),
      });
      const { origin } = new URL(c.req.url);
      const key = `host ${createHash('sha256').update(html).digest('hex')} ${origin}`;
      const { username, password } = demoLogin;
      const values = { ...pageConfig(config, origin), demo: { username, password } };
      return sendPage(c, await page(key, file, (text) => withConfig(text, values)), policy);
    });
    site.get('/host/shown', async (c) => {
      const { origin } = new URL(c.req.url);
      const manifest = await built.manifest();
      const change = (html: string) => playedPage(withConfig(html, pageConfig(config, origin)));
      const shown = await page(`shown ${manifest.version} ${origin}`, join(dist, 'index.html'), change);
      const scriptHashes = inlineHashes(`${shown.plain}`, 'script');
      return sendPage(c, shown, appPolicy({ ...manifest, scriptHashes }, config));
    });
  }

  /** Plays the guest against an app that is to become a host: shown wherever the app itself may be. */
  site.get('/host/check', async (c) => {
    const file = join(dist, 'host', 'check.html');
    const { origin } = new URL(c.req.url);
    const { version } = await built.manifest();
    const change = (html: string) => withConfig(html, pageConfig(config, origin));
    const shown = await page(`check ${version} ${origin}`, file, change).catch(() => null);
    if (!shown) return c.notFound();
    return sendPage(c, shown, appPolicy({ scriptHashes: [], styleHashes: [] }, config));
  });

  site.get('*', async (c) => {
    const { pathname, origin } = new URL(c.req.url);
    const path = pathname.slice(1);
    const isPage = extname(path) === '' || path === 'index.html';
    if (isPage) {
      const manifest = await built.manifest();
      const key = `app ${manifest.version} ${config.demo ? origin : ''}`;
      const change = (html: string) => withConfig(html, pageConfig(config, origin));
      return sendPage(c, await page(key, join(dist, 'index.html'), change), appPolicy(manifest, config));
    }
    const file = await built.read(path, c.req.header('accept-encoding') ?? '');
    if (!file || path.endsWith('.html')) return c.notFound();
    c.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    c.header('vary', 'accept-encoding');
    c.header('etag', file.etag);
    // A page that embeds the app by a script tag is of another origin, and so are the fonts and chunks it loads.
    c.header('access-control-allow-origin', '*');
    if (c.req.header('if-none-match') === file.etag) return c.body(null, 304);
    if (file.encoding) c.header('content-encoding', file.encoding);
    return c.body(file.bytes, 200, { 'content-type': file.type });
  });
  return site;
};
