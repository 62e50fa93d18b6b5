import type { CallName } from '../contract/calls.ts';
import { requestOf } from '../contract/request.ts';

/** Sends a request: the global `fetch`, or a server of the same process. */
export type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>;

export interface Server {
  /** The base address of the calls: `http://127.0.0.1:8080/api`. */
  url: string;
  fetch: Fetch;
}

export interface Answer {
  status: number;
  text: string;
  /** The text parsed as JSON; undefined where it is not JSON. */
  body: unknown;
}

/** The value of a path parameter that no input names. */
const sampleFor = (name: CallName) => (name.includes('{type}') ? { type: 'logo' } : {});

/** Sends one call, without a key and without a retry. */
export async function ask(server: Server, name: CallName, input: object, token?: string): Promise<Answer> {
  const { method, path, headers, body } = requestOf(name, { ...sampleFor(name), ...input });
  const response = await server.fetch(server.url + path, {
    method,
    headers: { ...headers, ...(token ? { authorization: token } : {}) },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
