import type { Exchange } from './release-fixtures.ts';
import type { TestServer } from './server.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** Returns what the client of the release would miss in today's answer: fields that are gone or of another type. */
export function missingIn(place: string, before: unknown, after: unknown): string[] {
  // A null has no type to compare.
  if (before === null) return [];
  if (typeOf(before) !== typeOf(after)) return [`${place}: is ${typeOf(after)}, was ${typeOf(before)}`];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length > 0 && after.length === 0) return [`${place}: is empty`];
    return before
      .slice(0, after.length)
      .flatMap((one, index) => missingIn(`${place}[${index}]`, one, after[index]));
  }
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(before).flatMap(([name, value]) =>
    name in after ? missingIn(`${place}.${name}`, value, after[name]) : [`${place}.${name}: is gone`],
  );
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{6,}$/.test(value) && /\d/.test(value);

/** Maps ids of the recording to those of today, where both answers have an id at the same place. */
function mapIds(ids: Map<string, string>, before: unknown, after: unknown): void {
  if (isId(before) && isId(after) && before !== after && !ids.has(before)) ids.set(before, after);
  if (Array.isArray(before) && Array.isArray(after))
    before.forEach((one, index) => {
      mapIds(ids, one, after[index]);
    });
  if (isObject(before) && isObject(after))
    for (const [name, value] of Object.entries(before)) mapIds(ids, value, after[name]);
}

const withIdsOfToday = (value: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withIdsOfToday(one, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIdsOfToday(one, ids)]));
};

/**
 * Sends what the client of a release sent, in its order, to the server of today. Returns the differences that would break
 * that client, each with its place; empty where there are none.
 */
export async function replay({ app }: TestServer, exchanges: readonly Exchange[]): Promise<string[]> {
  const ids = new Map<string, string>();
  const findings: string[] = [];
  for (const [index, { method, path, signedIn, headers, body, status, answer }] of exchanges.entries()) {
    const response = await app.request(`/api${path}`, {
      method,
      headers: { ...headers, ...(signedIn ? { authorization: ids.get('TOKEN') ?? '' } : {}) },
      ...(body === null ? {} : { body: JSON.stringify(withIdsOfToday(body, ids)) }),
    });
    const now = (await response.json()) as Exchange['answer'];
    const place = `${index} ${method} ${path}`;
    if (response.status !== status) findings.push(`${place}: status is ${response.status}, was ${status}`);
    if (now.code !== answer.code) {
      findings.push(`${place}: code is ${now.code} (${now.msg}), was ${answer.code}`);
      continue;
    }
    findings.push(...missingIn(`${place} data`, answer.data, now.data));
    if (isObject(answer.data) && answer.data.token === 'TOKEN' && isObject(now.data))
      ids.set('TOKEN', String(now.data.token));
    mapIds(ids, answer.data, now.data);
  }
  return findings;
}
