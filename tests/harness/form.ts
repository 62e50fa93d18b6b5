import type { Answer, TestServer } from './server.ts';

/** Returns a file as a form sends it: name and type are claims of its sender. */
export const asFile = (bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg'): File =>
  new File([new Uint8Array(bytes)], name, { type });

/** Sends a call with files, as a browser would. */
export const sendForm = async <T = unknown>(
  { app }: Pick<TestServer, 'app'>,
  path: string,
  fields: Record<string, string | File>,
  { token, key, lang = 'en' }: { token: string; key?: string; lang?: string },
): Promise<Answer<T>> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const response = await app.request(`/api${path}`, {
    method: 'POST',
    headers: { authorization: token, 'accept-language': lang, ...(key ? { 'idempotency-key': key } : {}) },
    body,
  });
  const text = await response.text();
  const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: T };
  return { status: response.status, headers: response.headers, text, code, msg, data };
};
