import type { Exchange } from './release-fixtures.ts';
import type { TestServer } from './server.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** What the client of the release would miss in today's answer: fields that are gone or of another type. */
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

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{6,}$/.test(value) && /\d/.test(value);

/** Learns which id of today stands for which one of the recording, where both answered at the same place. */
function learnNames(names: Map<string, string>, before: unknown, after: unknown): void {
  if (isName(before) && isName(after) && before !== after && !names.has(before)) names.set(before, after);
  if (Array.isArray(before) && Array.isArray(after))
    before.forEach((one, index) => {
      learnNames(names, one, after[index]);
    });
  if (isObject(before) && isObject(after))
    for (const [name, value] of Object.entries(before)) learnNames(names, value, after[name]);
}

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(one, names)]));
};

/**
 * Sends what the client of a release sent, in its order, to the server of today, and returns what that client would
 * stumble over, each with its place; empty where the two get along.
 */
export async function replay({ app }: TestServer, exchanges: readonly Exchange[]): Promise<string[]> {
  const names = new Map<string, string>();
  const findings: string[] = [];
  for (const [index, { method, path, signedIn, headers, body, status, answer }] of exchanges.entries()) {
    const response = await app.request(`/api${path}`, {
      method,
      headers: { ...headers, ...(signedIn ? { authorization: names.get('TOKEN') ?? '' } : {}) },
      ...(body === null ? {} : { body: JSON.stringify(renamed(body, names)) }),
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
      names.set('TOKEN', String(now.data.token));
    learnNames(names, answer.data, now.data);
  }
  return findings;
}
