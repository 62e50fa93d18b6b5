// The shop centre on a common React stack: the same elements, styles, texts and calls as Souk's own, drawn by React 19
// once the answers are here, without any code of an app. The least that such an app could take to show this screen.
import { brotliCompressSync } from 'node:zlib';
import { withBrowser } from './browser.mjs';
import { serveLocally } from './serve-locally.mjs';
import { reactPackages } from './stack.mjs';
import { bundleScript, withPackages } from './weigh.mjs';

const calls = { me: ['get', '/v1/me'], shop: ['post', '/v1/store/info'], figures: ['post', '/v1/home/stat'] };

const source = `
  import axios from 'axios';
  import i18next from 'i18next';
  import { createElement, useEffect } from 'react';
  import { createRoot } from 'react-dom/client';
  import { useForm } from 'react-hook-form';
  import { initReactI18next, useTranslation } from 'react-i18next';
  import { createBrowserRouter, RouterProvider } from 'react-router';
  import { create } from 'zustand';
  import elements from 'elements';

  const useStore = create((set) => ({
    async load() {
      const headers = { authorization: localStorage.getItem('token') };
      const ask = ([method, path]) => axios({ method, url: '/api' + path, headers, data: method === 'get' ? undefined : {} });
      const [me, shop, figures] = await Promise.all(Object.values(${JSON.stringify(calls)}).map(ask));
      set({ me: me.data.data, shop: shop.data.data, figures: figures.data.data });
    },
  }));
  const texts = axios.get('/texts.json').then(({ data }) =>
    i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: data } } }));
  const draw = (node, key) =>
    typeof node === 'string' ? node : createElement(node[0], { key, ...node[1] }, ...node[2].map(draw));

  function Screen() {
    const { figures, load } = useStore();
    const { t } = useTranslation();
    const { register } = useForm();
    useEffect(() => void load(), []);
    if (!figures) return createElement('p', null, t('common.loading'));
    return createElement('div', { id: 'souk', className: 'souk', 'data-search': register('q').name }, ...elements.map(draw));
  }
  const router = createBrowserRouter([{ path: '*', element: createElement(Screen) }]);
  texts.then(() => createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router })));`;

/** Returns the drawn screen as nested `[tag, props, children]`, with the props that React wants. */
function readElements() {
  const names = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex', 'stroke-width': 'strokeWidth' };
  const styleOf = (text) =>
    Object.fromEntries(
      text
        .split(';')
        .filter((part) => part.includes(':'))
        .map((part) => [part.slice(0, part.indexOf(':')).trim(), part.slice(part.indexOf(':') + 1).trim()])
        .map(([name, value]) => [
          name.startsWith('--') ? name : name.replace(/-./g, ([, letter]) => letter.toUpperCase()),
          value,
        ]),
    );
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    const props = Object.fromEntries(
      [...node.attributes].map(({ name, value }) =>
        name === 'style' ? [name, styleOf(value)] : [names[name] ?? name, value],
      ),
    );
    return [node.localName, props, [...node.childNodes].map(read)];
  };
  return [...document.getElementById('souk').childNodes].map(read);
}

const captureScreen = ({ url, token, usable }) =>
  withBrowser(async (context) => {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    const page = await context.newPage();
    const kept = {};
    page.on('response', async (response) => {
      const name = /(souk\.css|en\.first\.json)$/.exec(response.url())?.[1];
      if (name) kept[name] = await response.text();
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForSelector(usable);
    return {
      elements: await page.evaluate(readElements),
      css: kept['souk.css'],
      texts: kept['en.first.json'],
    };
  });

/** Gives the import of `elements` what was read from the page. */
const elementsPlugin = (elements) => ({
  name: 'elements',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^elements$/ }, () => ({ path: 'elements', namespace: 'elements' }));
    onLoad({ filter: /./, namespace: 'elements' }, () => ({
      contents: JSON.stringify(elements),
      loader: 'json',
    }));
  },
});

const html =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Souk</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css"><script type="module" src="/app.js"></script></head><body><div id="root"></div></body></html>';

/** Serves the screen on React with the calls of Souk's server behind it; returns `{ url, stop }`. */
export async function reactPage(page) {
  const { elements, css, texts } = await captureScreen(page);
  let script;
  await withPackages(reactPackages, async (away) => {
    script = await bundleScript(source, away, [elementsPlugin(elements)]);
  });
  const asset = (type, text, cache) => ({
    body: brotliCompressSync(text),
    headers: { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache },
  });
  const forever = 'public, max-age=31536000, immutable';
  const files = {
    '/app.js': asset('text/javascript', script, forever),
    '/app.css': asset('text/css', css, forever),
    '/texts.json': asset('application/json', texts, forever),
    '/': asset('text/html; charset=utf-8', html, 'no-cache'),
  };
  const origin = new URL(page.url).origin;
  const served = await serveLocally(async (request, answer) => {
    const file = files[request.url];
    if (file) return answer.writeHead(200, file.headers).end(file.body);
    const { method, headers } = request;
    const body = method === 'POST' ? '{}' : undefined;
    const { authorization } = headers;
    const reply = await fetch(origin + request.url, {
      method,
      body,
      headers: { authorization, 'content-type': 'application/json' },
    });
    answer
      .writeHead(reply.status, { 'content-type': 'application/json', 'content-encoding': 'br' })
      .end(brotliCompressSync(await reply.text()));
  });
  return { ...served, bytes: files['/app.js'].body.length };
}
