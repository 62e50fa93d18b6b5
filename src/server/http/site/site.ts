import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Hono, type Context as HonoContext } from 'hono';
import { isSecure } from '../../platform/caller-address.ts';
import { second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { readPicture } from '../../platform/files/pictures.ts';
import { createHealth, type Lifecycle } from '../health.ts';
import { appPolicy, docsPolicy, hostPolicy, permissionsPolicy } from '../page-policy.ts';
import { acceptsEncoding } from '../response-headers.ts';
import type { BuildArchive } from './build-archive.ts';
import { type DistFiles, distFiles, isHashed } from './dist-files.ts';
import { type Page, pageCache, pageConfig, webViewPage, withBasePath, withConfig } from './page-html.ts';

const accepts = (c: HonoContext, encoding: 'br' | 'gzip'): boolean =>
  acceptsEncoding(c.req.header('accept-encoding') ?? '', encoding);

/** Returns the two forms of a page's path: a slash at its end makes no other page. */
const withAndWithoutSlash = (path: string) => [path, `${path}/`];

const sendPage = (c: HonoContext, page: Page, policy: string, caching = 'no-cache') => {
  const encoding = (['br', 'gzip'] as const).find((one) => page[one] && accepts(c, one));
  c.header('content-security-policy', policy);
  c.header('permissions-policy', permissionsPolicy);
  c.header('cache-control', caching);
  c.header('vary', 'accept-encoding');
  if (encoding) c.header('content-encoding', encoding);
  return c.body(new Uint8Array((encoding && page[encoding]) ?? page.plain), 200, {
    'content-type': 'text/html; charset=utf-8',
  });
};

/** Names what every visit needs of a build, so that a browser requests it before it has read the page. */
const earlyFiles = (app: string): string =>
  `<${app}/core.js>; rel=modulepreload, <${app}/souk.css>; rel=preload; as=style`;

const inlineHashes = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );

/** What the demo adds to the page that plays a host. */
export interface DemoPages {
  routes: Hono;
  /** Who is signed in by a tap on that page. */
  login: { username: string; password: string };
}

export interface SiteParts {
  /** The build that this server serves; by default the one in `dist`. */
  built?: DistFiles;
  /** Builds of other servers and earlier ones; without it, a file of another build is not found. */
  archive?: Pick<BuildArchive, 'read'>;
  life?: Lifecycle;
  /**
   * How long a browser may show the app's page again without asking, in milliseconds: the files of its build have to stay
   * served for longer. By default it asks each time.
   */
  pageAge?: number;
  /** Without it there is no page that plays a host. */
  demo?: DemoPages;
}

/**
 * Creates the routes of everything that is not data: pages, files and health. Mounted after the API, it answers the
 * remaining paths.
 */
export const createSite = (
  { config, db }: Deps,
  dist: string,
  { built = distFiles(dist), archive, life = { phase: 'ready', db }, pageAge, demo }: SiteParts = {},
): Hono => {
  const site = new Hono();
  const page = pageCache();
  /** Returns the origin that goes into a page: that of the request in the demo, none elsewhere. */
  const originInPage = (origin: string) => (config.demo ? origin : '');
  const htmlOf = async (name: string) => {
    const html = (await built.build().catch(() => null))?.pages.get(name);
    return html === undefined ? null : withBasePath(html, config.basePath);
  };

  site.use(async (c, next) => {
    await next();
    if (c.res.status === 404) c.header('cache-control', 'no-store');
    // A page that opened this window could otherwise navigate it to an imitation just as a payment password is asked
    // for.
    if (isSecure(c, config)) c.header('cross-origin-opener-policy', 'same-origin');
  });

  site.route('/', createHealth(life));

  site.get('/files/:name', async (c) => {
    const picture = await readPicture(db, c.req.param('name'));
    if (!picture) return c.notFound();
    // Even an active file type could do nothing: no script runs in a sandbox without a source.
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    );
    c.header('cache-control', 'public, max-age=31536000, immutable');
    c.header('cross-origin-resource-policy', 'cross-origin');
    return c.body(picture.body, 200, {
      'content-type': picture.type,
      'content-length': String(picture.bytes),
    });
  });

  if (demo) {
    site.route('/', demo.routes);
    site.on('GET', withAndWithoutSlash('/host'), async (c) => {
      const html = await htmlOf('host/index.html');
      if (html === null) return c.notFound();
      const policy = hostPolicy({
        scriptHashes: inlineHashes(html, 'script'),
        styleHashes: inlineHashes(html, 'style'),
      });
      const { origin } = new URL(c.req.url);
      const key = `host ${createHash('sha256').update(html).digest('hex')} ${origin}`;
      const { username, password } = demo.login;
      const values = { ...pageConfig(config, origin), demo: { username, password } };
      return sendPage(c, await page(key, () => withConfig(html, values)), policy);
    });
    site.on('GET', withAndWithoutSlash('/docs'), async (c) => {
      const html = await htmlOf('host/docs.html');
      if (html === null) return c.notFound();
      const { version } = await built.build();
      return sendPage(c, await page(`docs ${version}`, () => html), docsPolicy);
    });
    site.on('GET', withAndWithoutSlash('/host/shown'), async (c) => {
      const { origin } = new URL(c.req.url);
      const build = await built.build();
      const html = withBasePath(build.pages.get('index.html') ?? '', config.basePath);
      const shown = await page(`shown ${build.version} ${origin}`, () =>
        webViewPage(withConfig(html, pageConfig(config, origin))),
      );
      const scriptHashes = inlineHashes(`${shown.plain}`, 'script');
      return sendPage(c, shown, appPolicy({ scriptHashes, styleHashes: build.styleHashes }, config));
    });
  }

  /** Plays the guest for an app that is to become a host; it may be framed wherever the app itself may be. */
  site.on('GET', withAndWithoutSlash('/host/check'), async (c) => {
    const html = await htmlOf('host/check.html');
    if (html === null) return c.notFound();
    const { origin } = new URL(c.req.url);
    const { version } = await built.build();
    const shown = await page(`check ${version} ${originInPage(origin)}`, () =>
      withConfig(html, pageConfig(config, origin)),
    );
    return sendPage(c, shown, appPolicy({ scriptHashes: [], styleHashes: [] }, config));
  });

  site.get('*', async (c) => {
    const { origin } = new URL(c.req.url);
    const path = c.req.path.slice(1);
    const isPage = extname(path) === '' || path === 'index.html';
    if (isPage) {
      const build = await built.build();
      const html = withBasePath(build.pages.get('index.html') ?? '', config.basePath);
      const key = `app ${build.version} ${originInPage(origin)}`;
      const shown = await page(key, () => withConfig(html, pageConfig(config, origin)));
      const { scriptHashes, styleHashes } = build;
      const hashes = {
        scriptHashes: config.basePath ? inlineHashes(html, 'script') : scriptHashes,
        styleHashes,
      };
      c.header('link', earlyFiles(`${config.basePath}/${build.app}`));
      const caching = pageAge && `private, max-age=${pageAge / second}`;
      return sendPage(c, shown, appPolicy(hashes, config), caching || undefined);
    }
    const acceptEncoding = c.req.header('accept-encoding') ?? '';
    const file = (await built.read(path, acceptEncoding)) ?? (await archive?.read(path, acceptEncoding));
    if (!file || path.endsWith('.html')) return c.notFound();
    if (isHashed(path)) c.header('cache-control', 'public, max-age=31536000, immutable');
    else {
      c.header('cache-control', 'no-cache');
      c.header('etag', file.etag);
    }
    c.header('vary', 'accept-encoding');
    // A page that embeds the app by a script tag is of another origin, and so are the fonts and chunks it loads.
    c.header('access-control-allow-origin', '*');
    c.header('cross-origin-resource-policy', 'cross-origin');
    if (c.req.header('if-none-match') === file.etag) return c.body(null, 304);
    if (file.encoding) c.header('content-encoding', file.encoding);
    return c.body(file.body, 200, { 'content-type': file.type, 'content-length': String(file.size) });
  });
  return site;
};
