import { config } from './config.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const post = async (
  path: string,
  body: object,
  token = '',
): Promise<{ code: number; msg: string; data: never }> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  });
  return response.json();
};

/** Signs in as a super-app's own back end would, and answers the token. */
export const signIn = async (credentials: Credentials): Promise<{ token: string; expiresAt: string }> => {
  const { code, msg, data } = await post(`${config.api}/login`, credentials);
  if (code !== 200) throw new Error(`${msg} (code ${code})`);
  return data;
};

/** Lets a token run out at the server now, as it would by itself in a week. */
export const expireToken = async (token: string): Promise<void> => {
  const { code, msg } = await post('/host/expire', {}, token);
  if (code !== 200) throw new Error(`${msg} (code ${code})`);
};

export const signOut = (token: string): Promise<unknown> => post(`${config.api}/logout`, {}, token);
