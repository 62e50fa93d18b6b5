import type { OnSent } from './api.ts';
import type { Read } from './timed-fetch.ts';

/** `fetch` does not say how much of a body has left; this older way does. Fails as `fetch` fails. */
export const fetchTold = (url: string, init: RequestInit, onSent: OnSent) =>
  new Promise<Read>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: async () => request.responseText });
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    init.signal?.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('stopped', 'AbortError'));
    });
    request.send(init.body as XMLHttpRequestBodyInit);
  });
