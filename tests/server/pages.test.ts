import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPages } from '../../src/server/demo/demo-host.ts';
import { createApp } from '../../src/server/http/app/app.ts';
import { createSite, type SiteParts } from '../../src/server/http/site/site.ts';
import { createStartupApp } from '../../src/server/http/startup-app.ts';
import { storePicture } from '../../src/server/platform/files/pictures.ts';
import { useServer } from '../harness/use-server.ts';

const host = 'https://super.example';
const html =
  '<!doctype html><script type="application/json" id="souk-config">{}</script><div id="souk"></div><script>go()</script>';
const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
const script = 'console.log("souk")';

describe('the pages', () => {
  const dist = mkdtempSync(join(tmpdir(), 'souk-dist-'));
  const server = useServer('postgres');
  const siteOf = (config: object, parts: SiteParts = {}) => {
    const deps = { ...server.deps, config: { ...server.deps.config, ...config } };
    return createApp(deps).route('/', createSite(deps, dist, { demo: demoPages(deps), ...parts }));
  };
  const get = (path: string, headers: Record<string, string> = {}, config: object = { hosts: [host] }) =>
    Promise.resolve(siteOf(config).request(path, { headers }));

  beforeAll(async () => {
    mkdirSync(join(dist, 'app'));
    mkdirSync(join(dist, 'host'));
    mkdirSync(join(dist, 'server'));
    writeFileSync(join(dist, 'index.html'), html);
    writeFileSync(
      join(dist, 'host', 'index.html'),
      '<!doctype html><script type="application/json" id="souk-config">{}</script><script src="/host/main-ABCDEFGH.js"></script>',
    );
    writeFileSync(join(dist, 'app', 'core-ABCDEFGH.js'), script);
    writeFileSync(join(dist, 'app', 'core-ABCDEFGH.js.br'), brotliCompressSync(script));
    writeFileSync(join(dist, 'server', 'main.js'), 'secret');
    const files = {
      'app/core-ABCDEFGH.js': { sha256: 'a'.repeat(44), br: 1 },
      'openapi.json': { sha256: 'b'.repeat(44) },
    };
    writeFileSync(join(dist, 'openapi.json'), '{}');
    writeFileSync(
      join(dist, 'manifest.json'),
      JSON.stringify({ app: 'app/abc', scriptHashes: ['sha256-xyz='], styleHashes: [], files }),
    );
  });
  afterAll(async () => {
    rmSync(dist, { recursive: true });
  });

  it.each(['/shopCenter', '/app/core-ABCDEFGH.js'])(
    'name no request where a browser keeps them, as it shows them for others: %s',
    async (path) => {
      const { headers } = await siteOf({}, { pageAge: 600_000 }).request(path);
      expect(headers.get('cache-control')).toMatch(/max-age/);
      expect(headers.get('x-request-id')).toBeNull();
    },
  );

  it.each(['/', '/shopCenter', '/order?id=1', '/invite?a=b'])(
    'are one page for every path of the app: %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('id="souk"');
    },
  );

  it('carry the deployment in a data block that no value can break out of', async () => {
    const text = await (await get('/', {}, { hosts: [host], langs: ['</script>'] })).text();
    const block = /id="souk-config">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(block)).toEqual({
      api: '/api',
      hosts: [host],
      langs: ['</script>'],
      home: true,
    });
  });

  it('name the code and the styles of every visit in a header, for a browser to request beside the page', async () => {
    expect((await get('/orderList')).headers.get('link')).toBe(
      '</app/abc/core.js>; rel=modulepreload, </app/abc/souk.css>; rel=preload; as=style',
    );
    expect((await get('/', {}, { basePath: '/shop' })).headers.get('link')).toMatch(
      /^<\/shop\/app\/abc\/core/,
    );
    expect((await get('/openapi.json')).headers.get('link')).toBeNull();
  });

  it('are kept by the merchant’s own browser alone, for as long as the server says, and else read again', async () => {
    const caching = async (pageAge?: number) =>
      (await siteOf({}, { pageAge }).request('/shopCenter')).headers.get('cache-control');
    expect(await caching(600_000)).toBe('private, max-age=600');
    expect(await caching(0)).toBe('no-cache');
    expect(await caching()).toBe('no-cache');
    const gone = await siteOf({}, { pageAge: 600_000 }).request('/gone.js');
    expect(gone.headers.get('cache-control')).toBe('no-store');
  });

  it("run no script but the build's, hold no frame, and are framed by configured hosts alone", async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      "script-src 'self' 'sha256-xyz='",
      "frame-src 'none'",
      "trusted-types 'none'",
      `frame-ancestors ${host}`,
      "base-uri 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect((await get('/', {}, { hosts: [] })).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    );
  });

  it.each(['/', '/orderList', '/host'])('ask for no sensor: %s', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('permissions-policy')).toBe(
      'camera=(self), microphone=(), geolocation=(), payment=()',
    );
  });

  it('send with a file that is kept for ever nothing that only a page or a file that is asked for again needs', async () => {
    const { headers } = await get('/app/core-ABCDEFGH.js');
    expect(headers.get('permissions-policy')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  });

  it.each(['/app/core-gone.js', '/files/none.png', '/healthz', '/openapi.json', '/files/framed.svg'])(
    'cannot be framed where they are no pages: %s',
    async (path) => {
      await storePicture(server.deps.db, 'framed.svg', svg);
      expect((await get(path)).headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; (style-src 'unsafe-inline'; )?frame-ancestors 'none'; sandbox$/,
      );
    },
  );

  it('are read again where there was none', async () => {
    expect((await get('/app/core-gone.js')).headers.get('cache-control')).toBe('no-store');
  });

  it('do not ask for https next time where they did not come by it', async () => {
    expect((await get('/')).headers.get('strict-transport-security')).toBeNull();
  });

  it('are cut off from the page that opened their window, where browsers support it', async () => {
    const secure = await get('/orderList', { 'x-forwarded-proto': 'https' }, { trustProxy: true });
    expect(secure.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('keep a file with a hash in its name for ever, for any origin, compressed', async () => {
    const response = await get('/app/core-ABCDEFGH.js', { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(script);
  });

  it('revalidate the script tag each time, from any origin, and keep that of a release', async () => {
    const files = { 'souk.js': { sha256: 'c'.repeat(44) }, 'app/abc/souk.js': { sha256: 'd'.repeat(44) } };
    const tagged = mkdtempSync(join(tmpdir(), 'souk-tagged-'));
    mkdirSync(join(tagged, 'app/abc'), { recursive: true });
    for (const path of Object.keys(files)) writeFileSync(join(tagged, path), script);
    writeFileSync(join(tagged, 'manifest.json'), JSON.stringify({ files }));
    const site = createSite(server.deps, tagged, { demo: demoPages(server.deps) });
    const kept: Record<string, string> = {
      '/souk.js': 'no-cache',
      '/app/abc/souk.js': 'public, max-age=31536000, immutable',
    };
    for (const [path, caching] of Object.entries(kept)) {
      const { headers } = await site.request(path);
      expect(headers.get('cache-control')).toBe(caching);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      // Without it a page that isolates itself (Cross-Origin-Embedder-Policy) is refused the script.
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    }
    rmSync(tagged, { recursive: true });
  });

  it('send a file plain where br is not taken', async () => {
    const response = await get('/app/core-ABCDEFGH.js', { 'accept-encoding': 'br;q=0, identity' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(script);
  });

  it('answer 304 to a client that has the file', async () => {
    const first = await get('/openapi.json');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/openapi.json', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(
      304,
    );
  });

  it.each([
    '/server/main.js',
    '/manifest.json',
    '/app/none-ABCDEFGH.js',
    '/../package.json',
    '/app/..%2fserver%2fmain.js',
    '/%00.js',
    '/constructor.js',
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/x.html',
  ])('give out nothing that is not listed: %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });

  it('serve a picture as what it is, without any power', async () => {
    await storePicture(server.deps.db, 'goods-1.svg', svg);
    const { headers } = await get('/files/goods-1.svg');
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/sandbox$/);
  });

  it('play the host in the demo alone', async () => {
    expect(await (await get('/host', {}, { hosts: [] })).text()).toContain('id="souk"');
    const page = await get('/host', {}, { demo: true });
    expect(await page.text()).toContain('/host/main-ABCDEFGH.js');
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'");
    const app = await get('http://127.0.0.1:8080/', {}, { demo: true, hosts: [] });
    expect(app.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await app.text()).toContain('"hosts":["http://127.0.0.1:8080"]');
  });

  it.each(['/host', '/host/shown', '/host/check', '/wallet'])(
    'are the same with a slash at the end of the path: %s',
    async (path) => {
      const [plain, withSlash] = await Promise.all(
        [path, `${path}/`].map(async (one) => (await get(one, {}, { demo: true })).text()),
      );
      expect(withSlash).toBe(plain);
    },
  );

  it('let a script in before the app’s own for the host that is played, and nowhere else', async () => {
    const shown = await get('http://127.0.0.1:8080/host/shown', {}, { demo: true, hosts: [] });
    expect(await shown.text()).toContain('<script>parent.enter(window)</script><div id="souk">');
    const policy = shown.headers.get('content-security-policy');
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+';/);
    expect(policy).toMatch(/frame-ancestors 'self'$/);
    for (const [path, demo] of [
      ['/host/shown', false],
      ['/shopCenter', true],
    ] as const)
      expect(await (await get(path, {}, { demo })).text()).not.toContain('parent.enter');
  });

  it('say that all is well', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
  });

  /** Returns the addresses of all routes, with some text for each of their parameters. */
  const addressesOf = ({ routes }: Pick<Hono, 'routes'>) =>
    new Set(
      routes.map(({ method, path }) => {
        const address = path.replace(/:\w+|\*/g, 'x');
        return `${method === 'ALL' ? 'GET' : method} ${address}`;
      }),
    );

  it.each(['a server', 'a server that starts'])(
    'are as guarded as every other route of %s: nosniff, no referrer, a policy, and https next time',
    async (kind) => {
      const config = { ...server.deps.config, demo: true, trustProxy: true };
      const isStarting = kind === 'a server that starts';
      const app = isStarting ? createStartupApp(config, { phase: 'starting', db: null }) : siteOf(config);
      const addresses = addressesOf(app);
      expect(addresses).toContain(isStarting ? 'GET /readyz' : 'GET /anchors/x');
      for (const address of addresses) {
        const [method = '', path = ''] = address.split(' ');
        const { headers } = await app.request(path, { method, headers: { 'x-forwarded-proto': 'https' } });
        expect({ address, ...Object.fromEntries(headers) }).toMatchObject({
          address,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'strict-transport-security': 'max-age=31536000',
        });
      }
    },
  );
});
