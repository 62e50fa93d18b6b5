import type { CallName } from '../contract/calls.ts';

/** What sends: the global `fetch`, or a server of the same process. */
export type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>;

export interface Server {
  /** Where the calls begin: `http://127.0.0.1:8080/api`. */
  url: string;
  fetch: Fetch;
}

export interface Answer {
  status: number;
  text: string;
  /** What the text says as JSON; undefined where it is none. */
  body: unknown;
}

/** What stands in a path where nothing is asked for in particular. */
const samples: Readonly<Record<string, string>> = { type: 'logo' };

/** One call, without a key and without a repeat. */
export async function ask(server: Server, name: CallName, input: object, token?: string): Promise<Answer> {
  const [method = 'GET', pattern = ''] = name.split(' ');
  const fields = new Map(Object.entries(input));
  const path = pattern.replace(/\{(\w+)\}/g, (_, field) => String(fields.get(field) ?? samples[field]));
  const query = new URLSearchParams([...fields].map(([field, value]) => [field, String(value)]));
  const isGet = method === 'GET';
  const response = await server.fetch(`${server.url}${path}${isGet && query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: token } : {}),
    },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
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
