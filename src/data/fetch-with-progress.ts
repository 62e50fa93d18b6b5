import type { OnProgress, ResponseLike } from './config.ts';

/** Lists the headers: asking for a single one that CORS hides would log an error in the console. */
const headersOf = (request: XMLHttpRequest) =>
  new Headers(
    [...request.getAllResponseHeaders().matchAll(/^(.+?): *(.*?)\r?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** Sends a request by XMLHttpRequest, as `fetch` reports no upload progress. Fails as `fetch` fails. */
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
    // Browsers also abort requests themselves, for example by their stop button.
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit);
  });
