// What the shop centre says, as a page without any script: the least that a browser can take to show this text.
import { brotliCompressSync } from 'node:zlib';
import { withBrowser } from './browser.mjs';
import { serveLocally } from './serve-locally.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export async function staticPage({ url, token, usable }) {
  const lines = await withBrowser(async (context) => {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForSelector(usable);
    return (await page.evaluate("document.getElementById('souk').innerText"))
      .split('\n')
      .filter((line) => line.trim());
  });
  const body = brotliCompressSync(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Souk</title><link rel="icon" href="data:,"><style>body{margin:0;padding:16px;font:15px/1.4 system-ui,sans-serif;background:#f2f4f7;color:#131920}p{margin:0 0 8px;padding:8px;background:#fff;border-radius:12px}</style></head><body>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</body></html>`,
  );
  return serveLocally((_, answer) => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    };
    answer.writeHead(200, headers).end(body);
  });
}
