import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third-party site on another origin, in which Souk is embedded. */
export interface HostSite {
  origin: string;
  /** Sets the answer of a path from now on. */
  put(path: string, body: string, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

export async function hostSite(): Promise<HostSite> {
  const pages = new Map<string, { body: string; headers: Record<string, string> }>();
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const page = pages.get(pathname);
    answer.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    answer.end(page?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const head = '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">';
  return {
    origin: `http://localhost:${port}`,
    put: (path, body, headers = {}) =>
      pages.set(path, { headers, body: path.endsWith('.js') ? body : `<!doctype html>${head}${body}` }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
