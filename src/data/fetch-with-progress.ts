import type { OnProgress } from './api.ts';
import type { Read } from './timed-fetch.ts';

/** `fetch` does not say how much of a body has left; this older way does. Fails as `fetch` fails. */
export const fetchWithProgress = (url: string, init: RequestInit, onProgress: OnProgress) =>
  new Promise<Read>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: async () => request.responseText });
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    // Also where the browser stops it by itself, as the stop button does.
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit);
  });
