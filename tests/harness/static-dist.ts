import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { dist } from './built.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** The built app as any web server gives it away: files as they lie, and the page for every other path. */
export const staticDist: RequestListener = async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://static');
  const file = normalize(join(dist, pathname));
  const found = file.startsWith(`${dist}/`) && (await readFile(file).catch(() => null));
  if (found)
    return response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(found);
  const page = await readFile(join(dist, 'index.html'));
  response.writeHead(200, { 'content-type': types['.html'] }).end(page);
};
