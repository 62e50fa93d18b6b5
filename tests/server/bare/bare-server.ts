import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Body, bareShop } from './bare-shop.ts';

const readJson = async (request: IncomingMessage): Promise<Body> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  try {
    return JSON.parse(text || '{}') as Body;
  } catch {
    return {};
  }
};

/** Serves a bare shop below `/api`; every other path goes to `rest`. `heard` is called with each call that arrives. */
export function bareServer(
  shop: ReturnType<typeof bareShop>,
  rest: RequestListener,
  heard: (name: string) => void,
) {
  return createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
    if (!pathname.startsWith('/api/')) return rest(request, response);
    const name = `${request.method} ${pathname.slice('/api'.length)}`;
    const body = await readJson(request);
    heard(name);
    const answer = (status: number, reply: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    const call = Object.hasOwn(shop.calls, name) ? shop.calls[name] : undefined;
    // What it has never heard of gets the plain answer of a web server, without an envelope.
    if (!call) return response.writeHead(404).end('Not found');
    const isOpen = name === 'POST /login' || name === 'POST /invite_code';
    if (!isOpen && !shop.tokens.has(request.headers.authorization ?? ''))
      return answer(401, { code: '407', message: 'Sign in first' });
    answer(200, call(body, searchParams));
  });
}
