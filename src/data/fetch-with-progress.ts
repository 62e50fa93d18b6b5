import type { OnProgress } from './config.ts';
import type { ResponseLike } from './envelope.ts';

/** Asking such a request for a header that another origin hides would be an error on the console; listing them is not. */
const headersOf = (request: XMLHttpRequest) =>
  new Headers(
    [...request.getAllResponseHeaders().matchAll(/^(.+?): *(.*?)\r?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** `fetch` does not say how much of a body has left; this older way does. Fails as `fetch` fails. */
export const fetchWithProgress = (url: string, init: RequestInit, onProgress: OnProgress) =>
  new Promise<ResponseLike>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        headers: headersOf(request),
        text: async () => request.responseText,
      });
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    // Also where the browser stops it by itself, as the stop button does.
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit);
  });
